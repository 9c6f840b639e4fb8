import { z } from 'zod';
import { sizeSentence } from './issue-sentence.js';
import { type LintIssue, lintError } from './lint-issue.js';
import { suggestion } from './nearest.js';

/** A person's text, checked by a schema: the value, or every issue found. */
export type Written<T> = { data: T; issues: [] } | { data: undefined; issues: LintIssue[] };

/**
 * Checks what a person wrote. Each unknown key is an issue at its own place, and unknown keys, kinds and
 * choices name the nearest known one.
 */
export function readWritten<T>(schema: z.ZodType<T>, written: unknown): Written<T> {
  const { success, data, error } = schema.safeParse(written, { error: messageOf });
  return success
    ? { data, issues: [] }
    : { data: undefined, issues: ofRightType(error.issues).flatMap(issuesOf) };
}

/** Without what is said of the size or form of a value that has the wrong type. */
function ofRightType(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const wrongTypes = new Set(issues.filter(isType).map(({ path }) => path.join('\n')));
  return issues.filter((issue) => isType(issue) || !wrongTypes.has(issue.path.join('\n')));
}

/** The message of an issue; undefined for the schema's or zod's own. Unknown keys get a line each. */
function messageOf(issue: z.core.$ZodRawIssue): string | undefined {
  const { code } = issue;
  if (code === 'unrecognized_keys') {
    const known = keysOf(issue.inst);
    return issue.keys.map((key) => unknown(key, known)).join('\n');
  }
  if (code === 'invalid_union' && issue.discriminator !== undefined) {
    const written = (issue.input as Record<string, unknown>)[issue.discriminator];
    return choice(written, 'options' in issue && Array.isArray(issue.options) ? issue.options : []);
  }
  if (code === 'invalid_type') return wrongType(issue.expected, issue.input);
  if (code === 'too_big')
    return sizeSentence(issue.origin, 'at most', Number(issue.maximum), issue.inclusive);
  if (code === 'too_small')
    return sizeSentence(issue.origin, 'at least', Number(issue.minimum), issue.inclusive);
  return code === 'invalid_value' ? choice(issue.input, issue.values) : undefined;
}

const types: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'a map of keys',
  record: 'a map of keys',
};

function wrongType(expected: string, written: unknown): string {
  const wanted = types[expected] ?? expected;
  if (written === undefined) return `is missing; it must be ${wanted}`;
  if (written === null) return `is empty; it must be ${wanted}`;
  if (expected === 'string' && typeof written !== 'object') {
    return `must be a text: write it in quotes, so that it stays as it is written`;
  }
  const found = Array.isArray(written)
    ? 'a list'
    : typeof written === 'object'
      ? 'a map of keys'
      : JSON.stringify(written);
  return `must be ${wanted}, not ${found}${typeof written === 'string' && expected === 'boolean' ? ' (without quotes)' : ''}`;
}

/** The keys of an object, or of a record with a list of keys. */
function keysOf(schema: unknown): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  return schema instanceof z.ZodRecord && schema.keyType instanceof z.ZodEnum
    ? schema.keyType.options.map(String)
    : [];
}

function unknown(key: string, known: readonly string[]): string {
  if (/[“”„‘’]/.test(key)) return `unknown key ${key}: put texts in straight quotation marks, "like this"`;
  const meant = suggestion(key, known);
  return `unknown key "${key}"${meant === '' && known.length > 0 ? `; known are ${known.join(', ')}` : meant}`;
}

function choice(written: unknown, values: readonly unknown[]): string {
  const names = values.map(String);
  const wanted = names.length === 1 ? `must be ${names.join()}` : `must be one of ${names.join(', ')}`;
  if (written === undefined) return `is missing; it ${wanted}`;
  return `${wanted}${typeof written === 'string' ? suggestion(written, names) : ''}`;
}

function issuesOf(issue: z.core.$ZodIssue): LintIssue[] {
  const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
  if (issue.code === 'unrecognized_keys') {
    const messages = issue.message.split('\n');
    return issue.keys.map((key, index) => ({
      ...lintError([...path, key], messages[index] ?? issue.message),
      atKey: true,
    }));
  }
  if (issue.code === 'invalid_key') {
    return issue.issues.map(({ message }) => ({ ...lintError(path, message), atKey: true }));
  }
  if (issue.code !== 'invalid_union') return [lintError(path, issue.message)];
  // What was written is of one alternative's type: its issues say more than that none fits.
  const near = issue.errors.filter(
    (issues) => !issues.some((each) => each.path.length === 0 && isType(each)),
  );
  const [only] = near;
  if (near.length !== 1 || !only) return [lintError(path, alternatives(issue) ?? issue.message)];
  return only.flatMap((each) => issuesOf({ ...each, path: [...issue.path, ...each.path] }));
}

/** The types that a value may have, if its type is the only error and the schema has no message for it. */
function alternatives({ message, errors, input }: z.core.$ZodIssueInvalidUnion): string | undefined {
  const wanted = errors.flatMap(([first]) =>
    first?.code === 'invalid_type' && first.path.length === 0
      ? [types[first.expected] ?? first.expected]
      : [],
  );
  if (message !== 'Invalid input' || wanted.length < errors.length) return undefined;
  const either = [...new Set(wanted)].join(' or ');
  return input === null ? `is empty; it must be ${either}` : `must be ${either}`;
}

function isType({ code }: z.core.$ZodIssue): boolean {
  return code === 'invalid_type' || code === 'invalid_value';
}

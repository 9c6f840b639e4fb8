import { z } from 'zod';
import { type EventType, eventCatalog } from '../events/catalog.js';
import { declaredPayloadNames } from '../events/envelope.js';
import { nearest } from '../ground/nearest.js';
import type { QuestionTypes } from '../questions/question-types.js';

/**
 * What a column is: a field of the event's payload, an answer, the number that stands for the id of a policy, the sender's
 * own, or a column of a job's result, which may be sent again.
 */
export type ColumnRole = 'PAYLOAD' | 'ANSWER' | 'POLICY_NUMBER' | 'OWN';

/** Columns of these prefixes are kept and not read: the sender's own, and those of a result. */
export const keptPrefixes = { own: 'own.', result: 'job.' } as const;

/** `loop[n].qid`, or `loop[n]`. */
const inLoop = /^([^[\]]+)\[(?:0|[1-9]\d{0,4})\](?:\.(.+))?$/s;

/** The question that a column answers, with its loop. */
export function questionOf(column: string): { qid: string; loop: string | null } {
  const [, loop, child] = inLoop.exec(column) ?? [];
  return loop === undefined ? { qid: column, loop: null } : { qid: child ?? loop, loop };
}

/** The role of a column; undefined for one that is not known. `asked` are the questions of the product's versions. */
export function roleOf(
  type: EventType,
  column: string,
  asked: readonly QuestionTypes[],
): ColumnRole | undefined {
  if (Object.values(keptPrefixes).some((prefix) => column.startsWith(prefix))) return 'OWN';
  const names = declaredPayloadNames(type);
  if (names.includes(column)) return 'PAYLOAD';
  if (column === 'policyNumber' && names.includes('policyId')) return 'POLICY_NUMBER';
  if (!names.includes('intake')) return undefined;
  const { qid, loop } = questionOf(column);
  const isAsked = asked.some((questions) => {
    const question = questions.get(qid);
    if (question === undefined) return false;
    return question.isLoop ? loop === qid : question.loop === loop;
  });
  return isAsked ? 'ANSWER' : undefined;
}

/** Such as ``is not known; did you mean `policyId`?`` */
export function unknownColumn(type: EventType, column: string, asked: readonly QuestionTypes[]): string {
  const names = declaredPayloadNames(type);
  const answers = names.includes('intake') ? asked.flatMap((questions) => [...questions.keys()]) : [];
  const meant = nearest(column, [...names, ...answers]);
  if (meant !== undefined) return `is not known; did you mean \`${meant}\`?`;
  const own = `a column of your own is named \`${keptPrefixes.own}…\``;
  return names.includes('intake')
    ? `is neither a field of ${type} nor a question of the product; ${own}`
    : `is not a field of ${type}; ${own}`;
}

/** A cell as the value of a payload's field: a CSV cell has the text of a number, of `true`, or of a JSON list or object. */
export function payloadValue(type: EventType, field: string, cell: unknown): unknown {
  if (typeof cell !== 'string') return cell;
  const { payload } = eventCatalog[type];
  const schema = payload instanceof z.ZodObject ? unwrapped(payload.shape[field]) : undefined;
  if (schema instanceof z.ZodNumber) return /^-?\d{1,15}(\.\d{1,15})?$/.test(cell) ? Number(cell) : cell;
  if (schema instanceof z.ZodBoolean) return cell === 'true' || (cell === 'false' ? false : cell);
  if (schema instanceof z.ZodString || !/^\s*[[{]/.test(cell)) return cell;
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}

/** A schema without what makes it optional. */
function unwrapped(schema: unknown): unknown {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable
    ? unwrapped(schema.unwrap())
    : schema;
}

/** The column at fault for a place in an event, such as `payload.intake.client.city.answer`; undefined if none is. */
export function columnAt(place: string, columns: readonly string[]): string | undefined {
  const field = place.replace(/^payload\./, '').replace(/^(?:intake|edits)\./, '');
  const written = field.replace(/\.iterations\.(\d+)\.answers\./, '[$1].');
  const found = columns
    .filter((column) => written === column || written.startsWith(`${column}.`))
    .sort((a, b) => b.length - a.length);
  const byNumber = field === 'policyId' && columns.includes('policyNumber') ? 'policyNumber' : undefined;
  return found[0] ?? byNumber;
}

import type { z } from 'zod';

/** A fault in external data: where it is, and a sentence that continues after the field's name. */
export interface DataFault {
  path: readonly PropertyKey[];
  detail: string;
}

/** The issues of zod as faults that people understand. */
export const faultsIn = ({ issues }: z.core.$ZodError): DataFault[] => issues.flatMap(faultsOf);

function faultsOf(issue: z.core.$ZodIssue): DataFault[] {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key], detail: 'is not known' }));
  }
  const meant = issue.code === 'invalid_union' ? alternativeMeant(issue) : undefined;
  if (meant === undefined) return [{ path, detail: sentenceOf(issue) }];
  return meant.flatMap((inner) => faultsOf({ ...inner, path: [...path, ...inner.path] }));
}

/** The issues of the only alternative that has none with the value as a whole: the others are of another type. */
function alternativeMeant({ errors }: z.core.$ZodIssueInvalidUnion): z.core.$ZodIssue[] | undefined {
  const fitting = errors.filter((issues) => issues.every(({ path }) => path.length > 0));
  return fitting.length === 1 ? fitting[0] : undefined;
}

function sentenceOf(issue: z.core.$ZodIssue): string {
  // A schema's own message is used unchanged.
  if (!/^(Invalid|Too big:|Too small:) /.test(`${issue.message} `)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? 'is required'
        : `must be ${article(issue.expected)}${notOther(issue)}`;
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${JSON.stringify(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_union':
      return sentenceOfUnion(issue);
    case 'too_big':
      return sizeSentence(issue.origin, 'at most', Number(issue.maximum), issue.inclusive);
    case 'too_small':
      return sizeSentence(issue.origin, 'at least', Number(issue.minimum), issue.inclusive);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return issue.message.replace(/^Invalid (string: )?/, (_, specific?: string) =>
        specific === undefined ? 'must be a valid ' : '',
      );
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'unrecognized_keys':
      return issue.message;
  }
}

/** `must be at most 10`, `must have at least 1 item`. */
export function sizeSentence(
  origin: string,
  end: 'at most' | 'at least',
  limit: number,
  inclusive = true,
): string {
  if (origin === 'number' || origin === 'int') {
    return inclusive
      ? `must be ${end} ${limit}`
      : `must be ${end === 'at most' ? 'less' : 'more'} than ${limit}`;
  }
  if (end === 'at least' && limit === 1) return 'must not be empty';
  return `must have ${end} ${limit} ${origin === 'string' ? 'characters' : 'items'}`;
}

function sentenceOfUnion(issue: z.core.$ZodIssueInvalidUnion): string {
  if (issue.errors.length > 0) {
    const ofItsType = issue.errors.filter((issues) => issues.every(({ code }) => code !== 'invalid_type'));
    const told = ofItsType.length > 0 ? ofItsType : issue.errors;
    return [...new Set(told.flatMap((alternative) => alternative.map(sentenceOf)))].join(', or ');
  }
  const options = 'options' in issue && Array.isArray(issue.options) ? issue.options.map(String) : [];
  return options.length > 0 ? `must be one of ${options.join(', ')}` : issue.message;
}

function article(type: string): string {
  if (type === 'int') return 'a whole number';
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}
/** `, not string`; nothing for a number that is not whole. */
const notOther = ({ message, expected }: z.core.$ZodIssueInvalidType): string => {
  const received = message.replace(/^.*received /, '');
  return expected === 'int' && received === 'number' ? '' : `, not ${received}`;
};

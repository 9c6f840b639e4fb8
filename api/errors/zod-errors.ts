import type { z } from 'zod';
import type { FieldError } from './app-error.js';

/** The issues of zod as field errors, with the field names of the request. */
export function fieldErrorsOf(error: z.ZodError, place: NonNullable<FieldError['in']>): FieldError[] {
  return error.issues.map((issue) => ({
    field: issue.path.map(String).join('.'),
    detail: detailOf(issue),
    in: place,
    path: issue.path,
  }));
}

/** The issue as a sentence that continues after the field's name. */
function detailOf(issue: z.core.$ZodIssue): string {
  // A custom message of the schema is used unchanged.
  if (!issue.message.startsWith('Invalid ')) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? 'is required'
        : `must be ${article(issue.expected)}, not ${receivedIn(issue.message)}`;
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${JSON.stringify(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_union':
      return unionDetail(issue);
    case 'custom':
    case 'invalid_element':
    case 'invalid_format':
    case 'invalid_key':
    case 'not_multiple_of':
    case 'too_big':
    case 'too_small':
    case 'unrecognized_keys':
      return issue.message;
  }
}

function unionDetail(issue: z.core.$ZodIssueInvalidUnion): string {
  if (issue.errors.length > 0) {
    return [...new Set(issue.errors.flatMap((branch) => branch.map(detailOf)))].join(', or ');
  }
  const options = 'options' in issue && Array.isArray(issue.options) ? issue.options.map(String) : [];
  return options.length > 0 ? `must be one of ${options.join(', ')}` : issue.message;
}

const article = (type: string): string => (/^[aeio]/.test(type) ? `an ${type}` : `a ${type}`);
const receivedIn = (message: string): string => message.replace(/^.*received /, '');

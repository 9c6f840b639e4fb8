import type { z } from 'zod';
import type { FieldError } from './app-error.js';

/** What zod found, as field errors that name the field the way an integrator wrote it. */
export function fieldErrorsOf(error: z.ZodError, place: NonNullable<FieldError['in']>): FieldError[] {
  return error.issues.map((issue) => ({
    field: issue.path.map(String).join('.'),
    detail: detailOf(issue),
    in: place,
    path: issue.path,
  }));
}

function detailOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) return 'is required';
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    return [...new Set(issue.errors.flatMap((branch) => branch.map((each) => each.message)))].join(', or ');
  }
  return issue.message;
}

import type { z } from 'zod';
import { faultsIn } from '../../domain/ground/issue-sentence.js';
import type { FieldError } from './app-error.js';

/** The issues of zod as field errors, with the field names of the request. */
export function fieldErrorsOf(error: z.ZodError, place: NonNullable<FieldError['in']>): FieldError[] {
  return faultsIn(error).map(({ path, detail }) => ({
    field: path.map(String).join('.'),
    detail,
    in: place,
    path,
  }));
}

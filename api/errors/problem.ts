import { z } from 'zod';
import type { AppError, FieldError } from './app-error.js';
import { problemCodeNames, problemCodes } from './problem-codes.js';

/** The page that explains the codes, below the service's address. */
export const problemsPath = '/docs/problems';

/** How grave a fault of a product's file is. */
export const severity = z.enum(['ERROR', 'WARNING']).meta({ id: 'Severity' });

/** RFC 9457 problem details, the body of every error. */
export const problem = z
  .looseObject({
    type: z.string().meta({
      description: 'The address of the explanation of the code.',
      format: 'uri-reference',
      examples: [`${problemsPath}#CLIENT_NOT_FOUND`],
    }),
    code: z.enum(problemCodeNames).meta({
      id: 'ProblemCode',
      description: 'Stable; a later release may add codes.',
    }),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string().optional(),
    requestId: z.string(),
    errors: z
      .array(
        z
          .object({
            field: z.string(),
            detail: z.string(),
            pointer: z.string().optional().meta({ description: 'JSON pointer into the body (RFC 6901).' }),
            parameter: z.string().optional().meta({ description: 'Path or query parameter.' }),
            header: z.string().optional(),
            file: z.string().optional().meta({ description: 'The file of the body, if it has files.' }),
            line: z.int().optional().meta({ description: 'In the file; counts from 1.' }),
            column: z.int().optional(),
            severity: severity.optional(),
          })
          .meta({ id: 'FieldError' }),
      )
      .optional(),
  })
  .meta({ id: 'Problem', description: 'Problem details (RFC 9457).' });

export type Problem = z.infer<typeof problem>;

export const problemContentType = 'application/problem+json';

/** More than anybody reads; keeps the answer to a hostile body small. */
const maxErrors = 100;

export function problemOf(
  { code, message, errors, extensions }: AppError,
  { id, path, page }: { id: string; path: string; page: string },
): Problem {
  const { status, title } = problemCodes[code];
  return {
    type: `${page}#${code}`,
    code,
    title,
    status,
    detail: message,
    instance: path,
    requestId: id,
    ...(errors.length > 0 && { errors: errors.slice(0, maxErrors).map(locate) }),
    ...extensions,
  };
}

function locate({ field, detail, in: place = 'body', path, source }: FieldError) {
  switch (place) {
    case 'body':
      return { field, detail, pointer: pointerTo(path ?? (field === '' ? [] : field.split('.'))), ...source };
    case 'path':
    case 'query':
      return { field, detail, parameter: field };
    case 'header':
      return { field, detail, header: field };
  }
}

function pointerTo(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

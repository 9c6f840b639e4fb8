import { unstorableParts } from '../../domain/ground/storable-json.js';
import type { FieldError } from '../errors/app-error.js';

const maxFindings = 20;

/** What of a body, path or query cannot be stored, whatever its schema. */
export function unacceptable(root: unknown, place: NonNullable<FieldError['in']>): FieldError[] {
  return unstorableParts(root, { findings: maxFindings }).map(({ path, fault }) => ({
    field: path.join('.'),
    detail: fault,
    in: place,
    path: path.map(String),
  }));
}

import { z } from 'zod';

/**
 * The fields of a record that a change of it takes as they were read, so that a record can be read, changed and sent
 * back whole. They change nothing.
 *
 * @param changed The fields that the change has.
 */
export function asRead(record: z.ZodObject, changed: object): Record<never, never> {
  const others = Object.keys(record.shape).filter((name) => !Object.hasOwn(changed, name));
  return Object.fromEntries(others.map((name) => [name, readOnly]));
}

const readOnly = z
  .unknown()
  .optional()
  .meta({ readOnly: true, description: 'As it was read; changes nothing.' });

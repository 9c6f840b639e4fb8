import type { Knex } from 'knex';
import { z } from 'zod';
import { knownPeople } from '../../db/identity/people.js';
import { uuid } from '../../domain/ground/primitives.js';
import { taskLimits } from '../../domain/tasks/task.js';
import { refuseFields } from '../errors/app-error.js';

/** Whom a note is for. */
export const mentions = z
  .array(uuid)
  .max(taskLimits.mentions)
  .default([])
  .meta({ description: 'Ids of people of the organization, who are [notified](/docs/tasks#notifications).' });

/** The same, as it is answered. */
export const mentioned = z.array(uuid).meta({ description: 'Ids of the people whom it is for.' });

/** 400 where a person is none of the organization, or disabled. */
export async function requirePeople(
  db: Knex,
  organizationId: string,
  named: readonly (readonly [field: string, personId: string | null | undefined])[],
): Promise<void> {
  const ids = named.flatMap(([, id]) => id ?? []);
  const known = await knownPeople(db, organizationId, ids);
  const errors = named
    .filter(([, id]) => id != null && !known.has(id))
    .map(([field]) => ({ field, detail: 'must be a person of your organization' }));
  refuseFields(errors);
}

/** The people of `mentions`, each once. 400 for others. */
export async function requireMentioned(
  db: Knex,
  organizationId: string,
  ids: readonly string[],
): Promise<string[]> {
  await requirePeople(
    db,
    organizationId,
    ids.map((personId, index) => [`mentions.${index}`, personId] as const),
  );
  return [...new Set(ids)];
}

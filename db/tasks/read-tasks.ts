import type { Knex } from 'knex';
import { Task } from '../models/task.js';

/** Tasks of an organization by their ids, with their people; in no order. */
export async function tasksById(db: Knex, organizationId: string, ids: readonly string[]): Promise<Task[]> {
  return Task.query(db)
    .findByIds([...ids])
    .modify('visibleTo', organizationId)
    .withGraphFetched('person');
}

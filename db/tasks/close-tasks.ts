import type { Knex } from 'knex';
import { theService } from '../../domain/ground/author.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { Task } from '../models/task.js';

export interface TasksToClose {
  /** What has come, as the tasks say it, such as `mail/<id>`. */
  waitsFor: string;
  /** In words, such as `the mail was sent again`. */
  reason: string;
  now: BusinessTime;
}

/** Completes the open tasks of all organizations that wait for something; answers their number. */
export async function closeTasks(trx: Knex, { waitsFor, reason, now }: TasksToClose): Promise<number> {
  return Task.query(trx)
    .where('waits_for', waitsFor)
    .whereNull('completed_at')
    .patch({ completedAt: now, completedBy: theService, completion: reason, updatedAt: now });
}

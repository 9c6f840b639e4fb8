import type { Knex } from 'knex';
import { theService } from '../../domain/ground/author.js';
import { Task } from '../models/task.js';

export interface TasksToClose {
  /** What has come, as the tasks say it, such as `mail/<id>`. */
  waitsFor: string | readonly string[];
  /** In words, such as `the mail was sent again`. */
  reason: string;
  /** Business time. */
  now: Date;
}

/** What a task waits for until a statement is settled. */
export const waitsForStatement = (statementId: string): string => `statement/${statementId}`;

/** Completes the open tasks of all organizations that wait for something; answers their number. */
export async function closeTasks(trx: Knex, { waitsFor, reason, now }: TasksToClose): Promise<number> {
  return Task.query(trx)
    .whereIn('waits_for', [waitsFor].flat())
    .whereNull('completed_at')
    .patch({ completedAt: now, completedBy: theService, completion: reason, updatedAt: now });
}

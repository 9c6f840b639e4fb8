import type { Knex } from 'knex';
import type { Author } from '../../domain/ground/author.js';
import type { AuditedAction } from '../audit/actions.js';
import { recordAudit, type Who } from '../audit/record-audit.js';
import { clientTime } from '../clock.js';
import { causedBy } from '../identity/caused-by.js';
import { Task } from '../models/task.js';

export interface TaskToChange extends Who {
  organizationId: string;
  taskId: string;
  changedBy: Author;
  /** System time. */
  now: () => Date;
}

/** What changes of a task, and how the audit log has it; nothing changes without columns. */
export interface ChangeOfTask {
  action: AuditedAction;
  columns: Partial<Task>;
}

/**
 * Locks a task of an organization and changes it. False: the organization has none with the id.
 *
 * @param decide what to change of it, at the time of its client. Null: nothing.
 */
export async function changeTask(
  trx: Knex.Transaction,
  { organizationId, taskId, changedBy, now, by, origin }: TaskToChange,
  decide: (task: Task, at: Date) => Promise<ChangeOfTask | null>,
): Promise<boolean> {
  const task = await Task.query(trx).findById(taskId).modify('visibleTo', organizationId).forUpdate();
  if (task === undefined) return false;
  const at = await clientTime(trx, now, task.clockId);
  await causedBy(trx, { createdBy: changedBy });
  const change = await decide(task, at);
  if (change === null) return true;
  const { action, columns } = change;
  await Task.query(trx)
    .findById(taskId)
    .patch({ ...columns, updatedAt: at });
  const details = auditedOf(columns);
  await recordAudit(trx, { action, organizationId, by, origin, targetId: taskId, details });
  return true;
}

/** Without texts, which may name a client. */
function auditedOf({ title, personId, role, dueOn, priority }: Partial<Task>) {
  return {
    ...(title !== undefined && { title: 'changed' }),
    ...(personId !== undefined && { personId }),
    ...(role !== undefined && { role }),
    ...(dueOn !== undefined && { dueOn }),
    ...(priority !== undefined && { priority }),
  };
}

import { nameOfPerson } from '../../db/identity/people.js';
import type { Task } from '../../db/models/task.js';
import type { TaskView } from './task-schema.js';

/** A task, read with its person, as its organization reads it. */
export function taskObject(task: Task): TaskView {
  const { id, title, clientId, quoteId, policyId, triggerRequestId, person, completedAt, completedBy } = task;
  return {
    id,
    title,
    state: completedAt === null ? 'OPEN' : 'COMPLETED',
    about: {
      clientId: clientId ?? undefined,
      quoteId: quoteId ?? undefined,
      policyId: policyId ?? undefined,
      triggerRequestId: triggerRequestId ?? undefined,
    },
    owner: person ? { personId: person.id, name: nameOfPerson(person) } : undefined,
    role: task.role ?? undefined,
    dueOn: task.dueOn ?? undefined,
    priority: task.priority,
    madeBy: task.madeBy,
    waitsFor: task.waitsFor ?? undefined,
    clockId: task.clockId ?? undefined,
    createdTimestamp: task.createdAt.toISOString(),
    createdBy: task.createdBy,
    updatedTimestamp: task.updatedAt.toISOString(),
    version: task.version,
    completedTimestamp: completedAt?.toISOString(),
    completedBy: completedBy ?? undefined,
    completion: task.completion ?? undefined,
  };
}

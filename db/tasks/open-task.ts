import type { Knex } from 'knex';
import { type Author, theService } from '../../domain/ground/author.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import { inOneLine } from '../../domain/ground/one-line.js';
import { type TaskMaker, type TaskPriority, taskLimits } from '../../domain/tasks/task.js';

/** What a task is about: at least one of them. */
export interface TaskSubject {
  clientId?: string | undefined;
  quoteId?: string | undefined;
  policyId?: string | undefined;
  /** The key of an event, as records have it. */
  triggerRequestId?: string | undefined;
}

export interface TaskToAdd {
  id: string;
  organizationId: string;
  madeBy: TaskMaker;
  title: string;
  about: TaskSubject;
  personId?: string | undefined;
  role?: string | undefined;
  /** `YYYY-MM-DD`. */
  dueOn?: string | undefined;
  priority?: TaskPriority | undefined;
  waitsFor?: string | undefined;
  createdBy: Author;
  /** Business time. */
  now: Date;
}

export type TaskToOpen = Omit<TaskToAdd, 'id' | 'madeBy' | 'createdBy'> & {
  /** Unique in the organization, such as `bounced-mail/<id>`: the task is opened once. */
  key: string;
  /** By default the service. */
  madeBy?: TaskMaker;
};

export const taskIdOf = (organizationId: string, key: string): string =>
  derivedId(organizationId, 'task', key);

/**
 * Opens a task of the service, or of a product, once; answers its id. One that was completed meanwhile stays completed. Nothing
 * checks that the organization sees what the task is about: the caller knows it.
 */
export async function openTask(trx: Knex, asked: TaskToOpen): Promise<string> {
  const task = taskToAdd(asked);
  await addTask(trx, task);
  return task.id;
}

/** The same for several tasks, in one statement. */
export async function openTasks(trx: Knex, tasks: readonly TaskToOpen[]): Promise<void> {
  await addTasks(trx, tasks.map(taskToAdd));
}

const taskToAdd = ({ key, madeBy = 'SERVICE', ...task }: TaskToOpen): TaskToAdd => ({
  ...task,
  id: taskIdOf(task.organizationId, key),
  madeBy,
  createdBy: theService,
  // Reasons of failures may have several lines.
  title: shortened(inOneLine(task.title)),
});

/** Adds a task with the client and the test clock of what it is about. False: it is there. */
export async function addTask(trx: Knex, task: TaskToAdd): Promise<boolean> {
  return (await addTasks(trx, [task])) > 0;
}

async function addTasks(trx: Knex, tasks: readonly TaskToAdd[]): Promise<number> {
  if (tasks.length === 0) return 0;
  const { rowCount } = await trx.raw<{ rowCount: number }>(
    `insert into tasks (id, organization_id, made_by, title, client_id, quote_id, policy_id, trigger_request_id, clock_id,
       person_id, role, due_on, priority, waits_for, created_at, created_by, updated_at, given_at, given_by)
     select given.id, given.organization_id, given.made_by, given.title,
       coalesce(client.id, policy.client_id, quote.client_id, event.client_id), given.quote_id,
       coalesce(given.policy_id, event.policy_id), given.event_id,
       coalesce(policy.clock_id, quote.clock_id, event.clock_id, client.clock_id),
       given.person_id, given.role, given.due_on, given.priority, given.waits_for, given.now, given.created_by, given.now,
       case when given.person_id is not null then given.now end,
       case when given.person_id is not null then given.created_by end
     from json_to_recordset(?::json) as given (id uuid, organization_id uuid, made_by text, title text, client_id uuid,
       quote_id uuid, policy_id uuid, event_id uuid, person_id uuid, role text, due_on date, priority text, waits_for text,
       now timestamptz, created_by jsonb)
     left join clients client on client.id = given.client_id
     left join quotes quote on quote.request_id = given.quote_id
     left join policies policy on policy.id = given.policy_id
     left join events event on event.trigger_request_id = given.event_id
     on conflict (id) do nothing`,
    [JSON.stringify(tasks.map(rowOf))],
  );
  return rowCount;
}

/** What is absent is null. */
const rowOf = ({ about, ...task }: TaskToAdd) => ({
  id: task.id,
  organization_id: task.organizationId,
  made_by: task.madeBy,
  title: task.title,
  client_id: about.clientId,
  quote_id: about.quoteId,
  policy_id: about.policyId,
  event_id: about.triggerRequestId,
  person_id: task.personId,
  role: task.role,
  due_on: task.dueOn,
  priority: task.priority ?? 'NORMAL',
  waits_for: task.waitsFor,
  now: task.now.toISOString(),
  created_by: task.createdBy,
});

/** A reason of any length fits into a title, without splitting a surrogate pair. */
function shortened(title: string): string {
  if (title.length <= taskLimits.title) return title;
  return `${title.slice(0, taskLimits.title - 1).replace(/\p{Surrogate}$/u, '')}…`;
}

import type { Knex } from 'knex';
import { type Author, theService } from '../../domain/ground/author.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import { inOneLine, type TaskMaker, type TaskPriority, taskLimits } from '../../domain/tasks/task.js';

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
export async function openTask(trx: Knex, { key, madeBy = 'SERVICE', ...task }: TaskToOpen): Promise<string> {
  const id = taskIdOf(task.organizationId, key);
  await addTask(trx, { ...task, id, madeBy, createdBy: theService, title: shortened(inOneLine(task.title)) });
  return id;
}

/** Adds a task with the client and the test clock of what it is about. False: it is there. */
export async function addTask(trx: Knex, { about, createdBy, now, ...task }: TaskToAdd): Promise<boolean> {
  const { rowCount } = await trx.raw<{ rowCount: number }>(
    `insert into tasks (id, organization_id, made_by, title, client_id, quote_id, policy_id, trigger_request_id, clock_id,
       person_id, role, due_on, priority, waits_for, created_at, created_by, updated_at)
     select :id, :organizationId, :madeBy, :title,
       coalesce(client.id, policy.client_id, quote.client_id, event.client_id), given.quote_id,
       coalesce(given.policy_id, event.policy_id), given.event_id,
       coalesce(policy.clock_id, quote.clock_id, event.clock_id, client.clock_id),
       :personId, :role, :dueOn, :priority, :waitsFor, :now, :createdBy, :now
     from (select cast(:clientId as uuid) as client_id, cast(:quoteId as uuid) as quote_id,
       cast(:policyId as uuid) as policy_id, cast(:triggerRequestId as uuid) as event_id) given
     left join clients client on client.id = given.client_id
     left join quotes quote on quote.request_id = given.quote_id
     left join policies policy on policy.id = given.policy_id
     left join events event on event.trigger_request_id = given.event_id
     on conflict (id) do nothing`,
    {
      id: task.id,
      organizationId: task.organizationId,
      madeBy: task.madeBy,
      title: task.title,
      clientId: about.clientId ?? null,
      quoteId: about.quoteId ?? null,
      policyId: about.policyId ?? null,
      triggerRequestId: about.triggerRequestId ?? null,
      personId: task.personId ?? null,
      role: task.role ?? null,
      dueOn: task.dueOn ?? null,
      priority: task.priority ?? 'NORMAL',
      waitsFor: task.waitsFor ?? null,
      now: now.toISOString(),
      createdBy: JSON.stringify(createdBy),
    },
  );
  return rowCount > 0;
}

/** A reason of any length fits into a title. */
const shortened = (title: string): string =>
  title.length <= taskLimits.title ? title : `${title.slice(0, taskLimits.title - 1)}…`;

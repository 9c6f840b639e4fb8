import type { Knex } from 'knex';
import type { Database } from '../database.js';
import { between, type Filters, type FilterValues, narrow } from '../filters.js';
import { Task } from '../models/task.js';
import { TaskNote } from '../models/task-note.js';
import { type ReadPage, readSeenPage } from '../read-page.js';

/** Tasks of an organization by their ids, with their people; in no order. */
export async function tasksById(db: Knex, organizationId: string, ids: readonly string[]): Promise<Task[]> {
  return Task.query(db)
    .findByIds([...ids])
    .modify('visibleTo', organizationId)
    .withGraphFetched('person');
}

/** The notes of tasks, the oldest first. */
export async function notesOfTasks(db: Knex, taskIds: readonly string[]): Promise<TaskNote[]> {
  return TaskNote.query(db)
    .whereIn('task_id', [...taskIds])
    .orderBy('seq');
}

const created = between('created_at', 'tasks_organization');

export const taskFilters = { createdFrom: created.from, createdTo: created.to } as const satisfies Filters;

/** Which tasks of an organization; what is absent narrows nothing. */
export interface TasksToList extends FilterValues<typeof taskFilters> {
  state: keyof typeof orders;
  /** Null: without an owner. */
  personId?: string | null | undefined;
  roles?: readonly string[] | undefined;
  /** A person whom a note mentions. */
  mentioned?: string | undefined;
  clientId?: string | undefined;
  quoteId?: string | undefined;
  policyId?: string | undefined;
  triggerRequestId?: string | undefined;
  priority?: string | undefined;
  dueFrom?: string | undefined;
  /** Days, each exclusive. */
  dueBefore?: readonly string[] | undefined;
  /** A day: those that are due before it are left out. */
  notDueBefore?: string | undefined;
  /** Of the days, an IANA name. */
  timeZone: string;
  /** Null: without a test clock; absent: with and without. */
  clockId?: string | null | undefined;
  offset: number;
  limit: number;
  countUpTo: number;
}

const orders = {
  OPEN: ['due_on', 'id'],
  COMPLETED: ['completed_at', 'id'],
  ALL: ['created_at', 'id'],
} as const;

/** A page of the tasks of an organization, with their people. */
export async function listTasks(
  db: Database,
  organizationId: string,
  { state, offset, limit, countUpTo, ...asked }: TasksToList,
): Promise<{ tasks: Task[] } & Omit<ReadPage, 'ids'>> {
  const order = orders[state];
  const { ids, ...counted } = await readSeenPage(db, {
    table: 'tasks',
    organizationId,
    order,
    countedBy: order,
    offset,
    limit,
    countUpTo,
    oldestFirst: state === 'OPEN',
    narrow: (query) => {
      if (state === 'OPEN') query.whereNull('completed_at');
      if (state === 'COMPLETED') query.whereNotNull('completed_at');
      narrowTo(query, asked);
    },
  });
  const found = new Map((await tasksById(db, organizationId, ids)).map((task) => [task.id, task]));
  return { tasks: ids.flatMap((id) => found.get(id) ?? []), ...counted };
}

type Narrowing = Omit<TasksToList, 'state' | 'offset' | 'limit' | 'countUpTo'>;

function narrowTo(query: Knex.QueryBuilder, asked: Narrowing): void {
  const { roles, mentioned, dueFrom, dueBefore = [], notDueBefore, timeZone } = asked;
  const equal = {
    person_id: asked.personId,
    client_id: asked.clientId,
    quote_id: asked.quoteId,
    policy_id: asked.policyId,
    trigger_request_id: asked.triggerRequestId,
    priority: asked.priority,
    clock_id: asked.clockId,
  };
  for (const [column, value] of Object.entries(equal)) {
    if (value === null) query.whereNull(column);
    else if (value !== undefined) query.where(column, value);
  }
  if (roles !== undefined) query.whereIn('role', [...roles]);
  if (dueFrom !== undefined) query.where('due_on', '>=', dueFrom);
  for (const day of dueBefore) query.where('due_on', '<', day);
  if (notDueBefore !== undefined)
    query.where((due) => due.whereNull('due_on').orWhere('due_on', '>=', notDueBefore));
  narrow(query, 'tasks', taskFilters, asked, timeZone);
  if (mentioned !== undefined)
    query.whereRaw('id in (select task_id from task_notes where mentions @> array[?::uuid])', [mentioned]);
}

import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { recordAudit } from '../../db/audit/record-audit.js';
import { clientTime } from '../../db/clock.js';
import type { Database } from '../../db/database.js';
import type { Task } from '../../db/models/task.js';
import { TaskNote } from '../../db/models/task-note.js';
import { keyedEvent } from '../../db/subjects/seen-record.js';
import { type ChangeOfTask, changeTask } from '../../db/tasks/change-task.js';
import { addTask } from '../../db/tasks/open-task.js';
import { listTasks, notesOfTasks, type TasksToList, tasksById } from '../../db/tasks/read-tasks.js';
import { BusinessTime } from '../../domain/ground/business-time.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { taskLimits, whyNotDue } from '../../domain/tasks/task.js';
import { requireMentioned, requirePeople } from '../desk/people.js';
import { BadRequest, Conflict, NotFound } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import { type TagCheck, tagOf } from '../http/entity-tag.js';
import { listLimits } from '../http/list-limits.js';
import { type PageOf, pageOf } from '../http/page.js';
import { auditOf, authorOf } from '../http/person.js';
import { timeOfReport } from '../reports/time-of-report.js';
import type { TaskQuery } from './list-schemas.js';
import type { TaskChange, TaskNoteToAdd, TaskToCreate, TaskWithNotes } from './schemas.js';
import { requireSubject } from './subject.js';
import { taskObject } from './task-object.js';
import type { TaskView } from './task-schema.js';

/** The tasks of the caller's organization. */
export class Tasks {
  constructor(private readonly uses: { db: Database; now: () => Date }) {}

  /** @param id of the task, if an earlier attempt may have made it. */
  async create(
    caller: Caller,
    { about, ...given }: TaskToCreate,
    id: string = randomUUID(),
  ): Promise<TaskWithNotes> {
    const { db, now } = this.uses;
    const { organizationId } = caller;
    await db.transaction(async (trx) => {
      const subject = await requireSubject(trx, organizationId, about);
      await requirePeople(trx, organizationId, [['personId', given.personId]]);
      const time = new BusinessTime(await clientTime(trx, now, subject.clockId));
      requireDueDate(given.dueOn, time);
      const createdBy = authorOf(caller);
      const isNew = await addTask(trx, {
        ...given,
        id,
        organizationId,
        madeBy: 'PERSON',
        about: subject.about,
        createdBy,
        now: time,
      });
      if (!isNew) return;
      const entry = { action: 'TASK_CREATED', organizationId, targetId: id } as const;
      await recordAudit(trx, { ...entry, ...auditOf(caller), details: { ...subject.about } as JsonObject });
    });
    return this.read(caller, id);
  }

  async list(caller: Caller, asked: TaskQuery): Promise<PageOf<TaskView> & { totalIsExact: boolean }> {
    const { db } = this.uses;
    const { page, size, owner, role, mentions, overdue, dueBefore, clockId, triggerRequestId, ...same } =
      asked;
    const { today, timeZone } = await timeOfReport(this.uses, caller, clockId);
    const isOfRecord = [same.clientId, same.quoteId, same.policyId, triggerRequestId].some(
      (id) => id !== undefined,
    );
    const wanted: TasksToList = {
      ...same,
      personId: owner === 'none' ? null : personOf(caller, 'owner', owner),
      roles: role,
      mentioned: personOf(caller, 'mentions', mentions),
      triggerRequestId: triggerRequestId && (await keyedEvent(db, caller.organizationId, triggerRequestId)),
      dueBefore: [...(dueBefore === undefined ? [] : [dueBefore]), ...(overdue === 'true' ? [today] : [])],
      notDueBefore: overdue === 'false' ? today : undefined,
      timeZone,
      clockId: clockId ?? (isOfRecord ? undefined : null),
      ...listLimits({ page, size }, 'task', { hint: 'narrow the list by createdFrom and createdTo' }),
    };
    const { tasks, total, isExact } = await listTasks(db, caller.organizationId, wanted);
    return { ...pageOf(tasks.map(taskObject), { page, size }, total), totalIsExact: isExact };
  }

  read(caller: Caller, taskId: string): Promise<TaskWithNotes> {
    return this.#read(this.uses.db, caller, taskId);
  }

  /** Those that there are, in no order. */
  several(caller: Caller, taskIds: readonly string[]): Promise<TaskWithNotes[]> {
    return this.#several(this.uses.db, caller, taskIds);
  }

  /** What is not sent stays. `checkTag` checks the task's tag before it is changed. */
  change(caller: Caller, taskId: string, sent: TaskChange, checkTag: TagCheck | undefined) {
    return this.#change(caller, taskId, async (trx, task, at) => {
      checkTag?.(tagOf(JSON.stringify(await this.#read(trx, caller, task.id))));
      const changed = Object.entries(sent).filter(
        ([name, value]) => value !== undefined && value !== task[name as keyof TaskChange],
      );
      if (changed.length === 0) return null;
      if (task.completedAt !== null) throw new Conflict('the task is completed: reopen it first');
      if (sent.dueOn !== task.dueOn) requireDueDate(sent.dueOn, new BusinessTime(at));
      await requirePeople(trx, caller.organizationId, [['personId', sent.personId]]);
      const isGiven = sent.personId != null && sent.personId !== task.personId;
      const given = isGiven ? { givenAt: at, givenBy: authorOf(caller) } : {};
      return { action: 'TASK_CHANGED', columns: { ...Object.fromEntries(changed), ...given } };
    });
  }

  complete(caller: Caller, taskId: string): Promise<TaskWithNotes> {
    return this.#change(caller, taskId, async (_, task, at) => {
      if (task.completedAt !== null) return null;
      return { action: 'TASK_COMPLETED', columns: { completedAt: at, completedBy: authorOf(caller) } };
    });
  }

  reopen(caller: Caller, taskId: string): Promise<TaskWithNotes> {
    return this.#change(caller, taskId, async (_, task) => {
      if (task.completedAt === null) return null;
      const columns = { completedAt: null, completedBy: null, completion: null };
      return { action: 'TASK_REOPENED', columns };
    });
  }

  /** @param id of the note, if an earlier attempt may have added it. */
  addNote(caller: Caller, taskId: string, { text, mentions }: TaskNoteToAdd, id: string = randomUUID()) {
    return this.#change(caller, taskId, async (trx, _, at) => {
      const notes = TaskNote.query(trx).where('task_id', taskId).select('id');
      const known = (await notes).map((note) => note.id);
      if (known.includes(id)) return null;
      if (known.length >= taskLimits.notes)
        throw new Conflict(`the task has ${taskLimits.notes} notes, which is the maximum`);
      const people = await requireMentioned(trx, caller.organizationId, mentions);
      const note = { id, taskId, text, mentions: people };
      await TaskNote.query(trx).insert({ ...note, createdAt: at, createdBy: authorOf(caller) });
      return { action: 'TASK_NOTED', columns: {} };
    });
  }

  async #change(
    caller: Caller,
    taskId: string,
    decide: (trx: Knex.Transaction, task: Task, at: Date) => Promise<ChangeOfTask | null>,
  ): Promise<TaskWithNotes> {
    const { db, now } = this.uses;
    const { organizationId } = caller;
    const asked = { ...auditOf(caller), organizationId, taskId, changedBy: authorOf(caller), now };
    return db.transaction(async (trx) => {
      const isThere = await changeTask(trx, asked, (task, at) => decide(trx, task, at));
      if (!isThere) throw new NotFound('task', taskId);
      return this.#read(trx, caller, taskId);
    });
  }

  async #read(db: Knex, caller: Caller, taskId: string): Promise<TaskWithNotes> {
    const [task] = await this.#several(db, caller, [taskId]);
    if (task === undefined) throw new NotFound('task', taskId);
    return task;
  }

  async #several(db: Knex, { organizationId }: Caller, ids: readonly string[]): Promise<TaskWithNotes[]> {
    const tasks = await tasksById(db, organizationId, ids);
    const notes = await notesOfTasks(
      db,
      tasks.map(({ id }) => id),
    );
    return tasks.map((task) => ({
      ...taskObject(task),
      notes: notes.filter(({ taskId }) => taskId === task.id).map(noteView),
    }));
  }
}

const noteView = ({ id, text, mentions, createdAt, createdBy }: TaskNote) => ({
  noteId: id,
  text,
  mentions,
  createdTimestamp: createdAt.toISOString(),
  createdBy,
});

/** The caller where it says `me`, who must be a person. */
function personOf({ personId }: Caller, field: string, named: string | undefined): string | undefined {
  if (named !== 'me') return named;
  if (personId !== undefined) return personId;
  throw new BadRequest([{ field, in: 'query', detail: 'must be the id of a person: an API key is none' }]);
}

/** 400 for a day that is long past. */
function requireDueDate(dueOn: string | null | undefined, { today }: BusinessTime): void {
  const detail = dueOn ? whyNotDue(dueOn, today) : undefined;
  if (detail !== undefined) throw new BadRequest([{ field: 'dueOn', detail }]);
}

import { Stack } from '@mantine/core';
import { Link } from 'wouter';
import { ioi, type Role, type TaskChange, type TaskPriority, type TaskWithNotes } from '../../api/client.js';
import { today } from '../../api/days.js';
import { useAction, useRead } from '../../api/queries.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { SelectField, TextField } from '../../parts/field.js';
import { Files } from '../../parts/files.js';
import { priorities } from '../../parts/new-task.js';
import { Notes, WriteNote } from '../../parts/notes.js';
import { OwnerField } from '../../parts/owner-field.js';
import { Facts, Page, Section } from '../../parts/page.js';
import { Loaded, Problem } from '../../parts/states.js';
import { Moment } from '../../parts/values.js';
import { may, me } from '../../session/me.js';
import { t, word } from '../../texts/texts.js';
import s from './tasks.module.css';

const changes = [['tasks'], ['home']];

/** A task: what it is about, whose it is, and what people have said about it. */
export function TaskPage({ taskId }: { taskId: string }) {
  const task = useRead(['tasks', taskId], (signal) => ioi.tasks.get(taskId, { signal }));
  return <Loaded query={task}>{(found) => <TaskView task={found} />}</Loaded>;
}

function TaskView({ task }: { task: TaskWithNotes }) {
  const { id, title, state, owner, notes, dueOn } = task;
  const isOpen = state === 'OPEN';
  const end = useAction(() => (isOpen ? ioi.tasks.complete(id) : ioi.tasks.reopen(id)), {
    done: () => t(isOpen ? 'tasks.isDone' : 'tasks.isOpen'),
    changes,
  });
  const change = useAction((sent: TaskChange) => ioi.tasks.change(id, sent), {
    done: () => t('tasks.changed'),
    changes,
  });
  const add = useAction((note: { text: string; mentions: string[] }) => ioi.tasks.addNote(id, note), {
    done: () => t('tasks.noted'),
    changes,
  });
  const { personId } = me();
  const mayWrite = may('tasks:write');
  return (
    <Page
      title={title}
      beside={
        isOpen && dueOn !== undefined && dueOn < today() ? (
          <Badge tone="bad">{t('tasks.overdue')}</Badge>
        ) : (
          <Badge tone={isOpen ? undefined : 'good'}>{word('taskState', state)}</Badge>
        )
      }
      actions={
        mayWrite && (
          <>
            {isOpen && personId !== undefined && owner?.personId !== personId && (
              <Button busy={change.isPending} onClick={() => change.mutate({ personId })}>
                {t('tasks.take')}
              </Button>
            )}
            <Button look="main" busy={end.isPending} onClick={() => end.mutate(undefined)}>
              {t(isOpen ? 'tasks.complete' : 'tasks.reopen')}
            </Button>
          </>
        )
      }
    >
      <div className={s.columns}>
        <Stack gap={32} miw={0}>
          <Section title={t('tasks.notes')}>
            <Notes
              none={t('tasks.noNotes')}
              notes={notes.map(({ noteId, text, createdTimestamp, createdBy }) => ({
                id: noteId,
                text,
                at: createdTimestamp,
                by: String(createdBy.name ?? '–'),
              }))}
            >
              {mayWrite && <WriteNote label={t('tasks.text')} act={add} />}
            </Notes>
          </Section>
          {may('files:read') && <Files of={{ taskId: id }} />}
        </Stack>
        <aside className={s.side}>
          {change.error && <Problem error={change.error} />}
          <Settings task={task} disabled={!mayWrite || !isOpen} change={change.mutate} />
          <About task={task} />
        </aside>
      </div>
    </Page>
  );
}

/** Whose it is and by when: changed where it is read. */
function Settings({
  task: { owner, role, dueOn, priority },
  disabled,
  change,
}: {
  task: TaskWithNotes;
  disabled: boolean;
  change: (sent: TaskChange) => void;
}) {
  return (
    <>
      <OwnerField
        value={{ personId: owner?.personId, role: role as Role | undefined }}
        name={owner?.name}
        disabled={disabled}
        onOwner={(chosen) => change({ personId: chosen.personId ?? null, role: chosen.role ?? null })}
      />
      <TextField
        type="date"
        label={t('tasks.due')}
        value={dueOn ?? ''}
        disabled={disabled}
        onValue={(day) => change({ dueOn: day || null })}
      />
      <SelectField
        label={t('tasks.priority')}
        value={priority}
        disabled={disabled}
        choices={priorities.map((each) => [each, word('taskPriority', each)] as const)}
        onValue={(chosen) => change({ priority: chosen as TaskPriority })}
      />
    </>
  );
}

function About({ task }: { task: TaskWithNotes }) {
  const { about, createdBy, createdTimestamp, completedTimestamp, completedBy, completion } = task;
  return (
    <Facts
      facts={[
        [t('tasks.about'), <Subjects key="about" about={about} />],
        [t('tasks.madeBy'), String(createdBy.name ?? '–')],
        [t('clients.created'), <Moment key="created" at={createdTimestamp} />],
        completedTimestamp !== undefined && [
          t('tasks.done'),
          <span key="done">
            <Moment at={completedTimestamp} /> {String(completedBy?.name ?? '')} {completion}
          </span>,
        ],
      ]}
    />
  );
}

function Subjects({
  about: { clientId, quoteId, policyId, triggerRequestId },
}: Pick<TaskWithNotes, 'about'>) {
  return (
    <Stack component="span" gap={4}>
      {policyId !== undefined && may('policies:read') && <PolicyLink policyId={policyId} />}
      {quoteId !== undefined && may('quotes:read') && (
        <Link href={`/quotes/${quoteId}`}>{word('taskSubject', 'quoteId')}</Link>
      )}
      {clientId !== undefined && may('clients:read') && (
        <Link href={`/clients/${clientId}`}>{word('taskSubject', 'clientId')}</Link>
      )}
      {triggerRequestId !== undefined && may('events:read') && (
        <Link href={`/events/${triggerRequestId}`}>{word('taskSubject', 'triggerRequestId')}</Link>
      )}
    </Stack>
  );
}

/** A policy by its number, product and insured. */
function PolicyLink({ policyId }: { policyId: string }) {
  const { data } = useRead(['policies', policyId, 'number'], (signal) =>
    ioi.policies.sections(policyId, { includePolicy: true }, { signal }),
  );
  const policy = data?.policy;
  const insured = policy?.policyMeta.insuredName;
  return (
    <span>
      <Link href={`/policies/${policyId}`}>{policy?.policyNumber ?? word('taskSubject', 'policyId')}</Link>
      {policy && (
        <span className="quiet">
          {' '}
          {policy.productName}
          {insured && ` · ${insured}`}
        </span>
      )}
    </span>
  );
}

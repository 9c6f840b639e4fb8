import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { ioi, type TaskWithNotes } from '../../api/client.js';
import { useAction } from '../../api/queries.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { TextAreaField } from '../../parts/field.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { Empty, Facts, Page, Section } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';
import { Day, Moment } from '../../parts/values.js';
import { may, me } from '../../session/me.js';
import { t, word } from '../../texts/texts.js';

const changes = [['tasks']];

/** A task: what it is about, whose it is, and the notes on it. */
export function TaskPage({ taskId }: { taskId: string }) {
  const task = useQuery({
    queryKey: ['tasks', taskId],
    queryFn: ({ signal }) => ioi.tasks.get(taskId, { signal }),
  });
  return <Loaded query={task}>{(found) => <TaskView task={found} />}</Loaded>;
}

function TaskView({ task }: { task: TaskWithNotes }) {
  const [isNoting, setNoting] = useState(false);
  const { id, title, state, owner, role, dueOn, priority, notes, createdBy, completedBy } = task;
  const isOpen = state === 'OPEN';
  const end = useAction(() => (isOpen ? ioi.tasks.complete(id) : ioi.tasks.reopen(id)), {
    done: () => t(isOpen ? 'tasks.isDone' : 'tasks.isOpen'),
    changes,
  });
  const { personId } = me();
  const take = useAction((person: string) => ioi.tasks.change(id, { personId: person }), {
    done: () => t('tasks.isMine'),
    changes,
  });
  return (
    <Page
      title={title}
      beside={<Badge tone={isOpen ? undefined : 'good'}>{word('taskState', state)}</Badge>}
      actions={
        may('tasks:write') && (
          <>
            {isOpen && personId !== undefined && owner?.personId !== personId && (
              <Button onClick={() => take.mutate(personId)}>{t('tasks.take')}</Button>
            )}
            <Button onClick={() => setNoting(true)}>{t('tasks.note')}</Button>
            <Button look="main" onClick={() => end.mutate(undefined)}>
              {t(isOpen ? 'tasks.complete' : 'tasks.reopen')}
            </Button>
          </>
        )
      }
    >
      <Facts
        facts={[
          [t('tasks.about'), <About key="about" about={task.about} />],
          [t('tasks.owner'), owner?.name ?? role ?? t('tasks.anybody')],
          [t('tasks.due'), dueOn === undefined ? '–' : <Day key="due" date={dueOn} />],
          [t('tasks.priority'), word('taskPriority', priority)],
          [t('tasks.madeBy'), String(createdBy.name ?? '–')],
          [t('clients.created'), <Moment key="created" at={task.createdTimestamp} />],
          task.completedTimestamp !== undefined && [
            t('tasks.done'),
            <span key="done">
              <Moment at={task.completedTimestamp} /> {String(completedBy?.name ?? '')} {task.completion}
            </span>,
          ],
        ]}
      />
      <Section title={t('tasks.notes')}>
        {notes.length === 0 && <Empty>{t('tasks.noNotes')}</Empty>}
        <ul>
          {notes.map((each) => (
            <li key={each.noteId}>
              <Moment at={each.createdTimestamp} /> {String(each.createdBy.name ?? '–')}: {each.text}
            </li>
          ))}
        </ul>
      </Section>
      {isNoting && <Note taskId={id} close={() => setNoting(false)} />}
    </Page>
  );
}

function About({ about: { clientId, quoteId, policyId, triggerRequestId } }: Pick<TaskWithNotes, 'about'>) {
  const links = [
    may('policies:read') && policyId !== undefined && (['policyId', `/policies/${policyId}`] as const),
    may('quotes:read') && quoteId !== undefined && (['quoteId', `/quotes/${quoteId}`] as const),
    may('clients:read') && clientId !== undefined && (['clientId', `/clients/${clientId}`] as const),
    may('events:read') &&
      triggerRequestId !== undefined &&
      (['triggerRequestId', `/events/${triggerRequestId}`] as const),
  ];
  return (
    <>
      {links.map(
        (link) =>
          link && (
            <span key={link[0]}>
              <Link href={link[1]}>{word('taskSubject', link[0])}</Link>{' '}
            </span>
          ),
      )}
    </>
  );
}

function Note({ taskId, close }: { taskId: string; close: () => void }) {
  const [text, setText] = useState('');
  const add = useAction(() => ioi.tasks.addNote(taskId, { text }), {
    done: () => t('tasks.noted'),
    changes,
    then: close,
  });
  return (
    <FormDialog
      title={t('tasks.note')}
      action={t('tasks.note')}
      act={add}
      disabled={text.trim() === ''}
      submit={() => add.mutate(undefined)}
      close={close}
    >
      <TextAreaField label={t('tasks.text')} value={text} onValue={setText} />
    </FormDialog>
  );
}

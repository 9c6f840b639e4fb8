import { useState } from 'react';
import { ioi, type ListTasksQuery, type Task } from '../api/client.js';
import { useList } from '../api/queries.js';
import { may } from '../session/me.js';
import { t, word } from '../texts/texts.js';
import { Button } from './button.js';
import { NewTask, type TaskAbout } from './new-task.js';
import { Empty, Section } from './page.js';
import { type Column, ListTable } from './table.js';
import { Day } from './values.js';

const idOf = ({ id }: Task) => id;

/** Tasks, each with a link to its page. */
export function TaskTable({ query, empty }: { query: ListTasksQuery; empty: string }) {
  const list = useList(
    ['tasks', 'list', query],
    (signal) => ioi.tasks.list({ size: 100, ...query }, { signal }),
    idOf,
  );
  const columns: Column<Task>[] = [
    { title: t('tasks.what'), cell: ({ title }) => title },
    {
      title: t('tasks.owner'),
      cell: ({ owner, role }) => owner?.name ?? role ?? t('tasks.anybody'),
      width: '160px',
      wide: true,
    },
    {
      title: t('tasks.due'),
      cell: ({ dueOn }) => (dueOn === undefined ? '–' : <Day date={dueOn} />),
      width: '130px',
    },
    {
      title: t('tasks.priority'),
      cell: ({ priority }) => word('taskPriority', priority),
      width: '100px',
      wide: true,
    },
  ];
  return (
    <ListTable
      label={t('tasks.title')}
      list={list}
      columns={columns}
      keyOf={idOf}
      to={({ id }) => `/tasks/${id}`}
      empty={<Empty>{empty}</Empty>}
    />
  );
}

/** The open tasks about a client, a quote or a policy, with a button for a new one. */
export function TasksAbout({ of }: { of: TaskAbout }) {
  const [isMaking, setMaking] = useState(false);
  if (!may('tasks:read')) return null;
  return (
    <Section
      title={t('tasks.title')}
      actions={may('tasks:write') && <Button onClick={() => setMaking(true)}>{t('tasks.make')}</Button>}
    >
      <TaskTable query={of} empty={t('tasks.none')} />
      {isMaking && <NewTask about={of} close={() => setMaking(false)} />}
    </Section>
  );
}

import { useState } from 'react';
import { ioi, type ListTasksQuery, type Task } from '../api/client.js';
import { today } from '../api/days.js';
import { useAction, useList } from '../api/queries.js';
import { may } from '../session/me.js';
import { t, word } from '../texts/texts.js';
import { Badge } from './badge.js';
import { Button } from './button.js';
import type { Column } from './column.js';
import { NewTask, type TaskAbout } from './new-task.js';
import { Empty, Section } from './page.js';
import { ListTable } from './table.js';
import { Day } from './values.js';

const idOf = ({ id }: Task) => id;

/** Tasks, each with a link to its page. */
export function TaskTable({ query, empty }: { query: ListTasksQuery; empty: string }) {
  const list = useList(
    ['tasks', 'list', query],
    (signal) => ioi.tasks.list({ size: 100, ...query }, { signal }),
    idOf,
  );
  const complete = useAction((id: string) => ioi.tasks.complete(id), {
    done: () => t('tasks.isDone'),
    changes: [['tasks'], ['home']],
  });
  const columns: Column<Task>[] = [
    { id: 'title', title: t('tasks.what'), below: ({ dueOn }) => <Due day={dueOn} /> },
    {
      title: t('tasks.owner'),
      cell: ({ owner, role }) =>
        owner?.name ?? (role === undefined ? t('tasks.anybody') : word('role', role)),
      width: '160px',
      wide: true,
    },
    { title: t('tasks.due'), cell: ({ dueOn }) => <Due day={dueOn} />, width: '130px', wide: true },
    {
      title: t('tasks.priority'),
      cell: ({ priority }) =>
        priority === 'NORMAL' ? (
          <span className="quiet">{word('taskPriority', priority)}</span>
        ) : (
          <Badge tone={priority === 'HIGH' ? 'warn' : undefined}>{word('taskPriority', priority)}</Badge>
        ),
      width: '100px',
      wide: true,
    },
    ...(may('tasks:write')
      ? [
          {
            title: t('tasks.state'),
            cell: ({ id, state, title }: Task) =>
              state === 'OPEN' ? (
                <Button
                  look="plain"
                  aria-label={t('tasks.completeNamed', { title })}
                  disabled={complete.isPending}
                  onClick={() => complete.mutate(id)}
                >
                  {t('tasks.complete')}
                </Button>
              ) : (
                <Badge tone="good">{word('taskState', state)}</Badge>
              ),
            width: '140px',
          },
        ]
      : []),
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

/** The day by which it is to be done; one that is over says so. */
export function Due({ day, isDone = false }: { day: string | undefined; isDone?: boolean }) {
  if (day === undefined) return <>–</>;
  if (isDone || day >= today()) return <Day date={day} />;
  return (
    <Badge tone="bad">
      <Day date={day} />
    </Badge>
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

import { useState } from 'react';
import { ioi, type Job } from '../../api/client.js';
import { eventTitle } from '../../api/event-types.js';
import { useList } from '../../api/queries.js';
import { Button } from '../../parts/button.js';
import type { Column } from '../../parts/column.js';
import { Help } from '../../parts/help.js';
import { Empty, Page } from '../../parts/page.js';
import { ListTable } from '../../parts/table.js';
import { may } from '../../session/me.js';
import { t } from '../../texts/texts.js';
import { StartJob } from './start-job.js';
import { ownTypes, Progress, StateOfJob } from './values.js';

const idOf = ({ id }: Job) => id;
const query = { size: 100 };
/** As often as they are counted. */
const pollMs = 5_000;

/** The organization's jobs, the latest made first. */
export function JobList() {
  const [isStarting, setStarting] = useState(false);
  const list = useList(['jobs', 'list'], (signal) => ioi.jobs.list(query, { signal }), idOf, { pollMs });
  const columns: Column<Job>[] = [
    {
      title: t('jobs.name'),
      cell: ({ name, type }) => name ?? eventTitle(type),
      below: (job) => <Progress job={job} />,
    },
    { title: t('jobs.type'), cell: ({ type }) => eventTitle(type), wide: true },
    { title: t('jobs.state'), cell: (job) => <StateOfJob job={job} />, width: '120px' },
    { title: t('jobs.progress'), cell: (job) => <Progress job={job} />, width: '320px', wide: true },
    {
      title: t('jobs.madeBy'),
      cell: ({ createdBy }) => String(createdBy.name ?? '–'),
      width: '160px',
      wide: true,
    },
    { id: 'createdTimestamp', title: t('clients.created'), show: 'ago', wide: true },
  ];
  const canStart = may('products:read') && ownTypes().length > 0;
  return (
    <Page
      title={t('jobs.title')}
      beside={<Help term="job" />}
      actions={
        canStart && (
          <Button look="main" onClick={() => setStarting(true)}>
            {t('jobs.start')}
          </Button>
        )
      }
    >
      <p className="quiet">{t('jobs.about')}</p>
      <ListTable
        label={t('jobs.title')}
        list={list}
        columns={columns}
        keyOf={idOf}
        to={({ id }) => `/jobs/${id}`}
        empty={<Empty>{t('jobs.none')}</Empty>}
      />
      {isStarting && <StartJob close={() => setStarting(false)} />}
    </Page>
  );
}

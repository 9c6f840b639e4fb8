import { useState } from 'react';
import { Link } from 'wouter';
import { ioi, type Job } from '../../api/client.js';
import { eventTitle } from '../../api/event-types.js';
import { useProductChoices } from '../../api/products.js';
import { useAction, useRead } from '../../api/queries.js';
import { Button } from '../../parts/button.js';
import { Confirm } from '../../parts/dialog.js';
import { DownloadButton } from '../../parts/download.js';
import { Facts, Page } from '../../parts/page.js';
import { Loaded, Problem } from '../../parts/states.js';
import { Moment } from '../../parts/values.js';
import { mayFire } from '../../session/me.js';
import { hasPage } from '../../shell/areas.js';
import { t } from '../../texts/texts.js';
import { JobRows } from './job-rows.js';
import { Progress, StateOfJob } from './values.js';

const pollMs = 2_000;

/** A job, which is read again until it has ended: its progress, its rows, and what changes it. */
export function JobPage({ jobId }: { jobId: string }) {
  const job = useRead(['jobs', jobId], (signal) => ioi.jobs.get(jobId, { signal }), {
    refetchInterval: ({ state: { data } }) => (data?.endedTimestamp === undefined ? pollMs : false),
  });
  return <Loaded query={job}>{(found) => <JobView job={found} />}</Loaded>;
}

function JobView({ job }: { job: Job }) {
  const { id, name, type, lineId, rows, createdBy, createdTimestamp, endedTimestamp } = job;
  const product = useProductChoices().find(([productId]) => productId === lineId)?.[1];
  return (
    <Page title={name ?? eventTitle(type)} beside={<StateOfJob job={job} />} actions={<Actions job={job} />}>
      <p role="status">
        <Progress job={job} />
      </p>
      <Facts
        facts={[
          [t('jobs.type'), eventTitle(type)],
          product !== undefined && [t('quotes.product'), product],
          [t('jobs.waiting'), rows.waiting],
          [t('jobs.running'), rows.running],
          [t('jobs.done'), rows.done],
          [t('jobs.failed'), rows.failed],
          [t('jobs.canceled'), rows.canceled],
          [t('jobs.madeBy'), String(createdBy.name ?? '–')],
          [t('clients.created'), <Moment key="created" at={createdTimestamp} />],
          [t('jobs.ended'), <Moment key="ended" at={endedTimestamp} />],
          hasPage('/events') && [
            t('events.title'),
            <Link key="events" href={`/events?batchId=${id}`}>
              {t('jobs.allEvents')}
            </Link>,
          ],
        ]}
      />
      <JobRows job={job} />
    </Page>
  );
}

/** What the person may do with the job in its state. */
function Actions({ job }: { job: Job }) {
  const { id, state, rows, endedTimestamp } = job;
  const [isCanceling, setCanceling] = useState(false);
  const changes = [['jobs']] as const;
  const pause = useAction((_: undefined) => ioi.jobs.pause(id), { done: () => t('jobs.paused'), changes });
  const resume = useAction((_: undefined) => ioi.jobs.resume(id), { done: () => t('jobs.resumed'), changes });
  const cancel = useAction((_: undefined) => ioi.jobs.cancel(id), {
    done: () => t('jobs.isCanceled'),
    changes,
    then: () => setCanceling(false),
  });
  const retry = useAction((_: undefined) => ioi.jobs.retry(id), { done: () => t('jobs.retried'), changes });
  const failure = pause.error ?? resume.error ?? retry.error;
  const isOpen = endedTimestamp === undefined && state !== 'CANCELED';
  const may = mayFire(job.type);
  return (
    <>
      {failure && <Problem error={failure} />}
      <DownloadButton name={`job-${id}.csv`} load={() => ioi.jobs.result(id, { format: 'csv' })}>
        {t('jobs.download')}
      </DownloadButton>
      {may && state === 'RUNNING' && isOpen && (
        <Button busy={pause.isPending} onClick={() => pause.mutate(undefined)}>
          {t('jobs.pause')}
        </Button>
      )}
      {may && isOpen && (
        <Button look="danger" onClick={() => setCanceling(true)}>
          {t('jobs.cancel')}
        </Button>
      )}
      {may && state === 'PAUSED' && (
        <Button look="main" busy={resume.isPending} onClick={() => resume.mutate(undefined)}>
          {t('jobs.resume')}
        </Button>
      )}
      {may && state !== 'CANCELED' && rows.failed > 0 && (
        <Button look="main" busy={retry.isPending} onClick={() => retry.mutate(undefined)}>
          {t('jobs.retry', { n: rows.failed })}
        </Button>
      )}
      {isCanceling && (
        <Confirm danger action={t('jobs.cancel')} act={cancel} close={() => setCanceling(false)}>
          {t('jobs.cancelSays', { n: rows.waiting })}
        </Confirm>
      )}
    </>
  );
}

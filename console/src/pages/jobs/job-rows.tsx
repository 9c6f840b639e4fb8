import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { ioi, type Job, type JobOutcome } from '../../api/client.js';
import type { Rows } from '../../api/queries.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import type { Column } from '../../parts/column.js';
import { SelectField } from '../../parts/field.js';
import { Empty, Filters, Section } from '../../parts/page.js';
import { ListTable } from '../../parts/table.js';
import { hasPage } from '../../shell/areas.js';
import { t, word } from '../../texts/texts.js';
import { outcomes, outcomeTones } from './values.js';

/** A line of the result as it is read here; it has the row's own columns, too. */
interface ResultRow {
  'job.row': number;
  'job.outcome': JobOutcome;
  'job.triggerRequestId': string | null;
  'job.clientId': string | null;
  'job.policyId': string | null;
  'job.quoteIds': string | null;
  'job.note': string | null;
  'job.error': string | null;
  'job.errorColumn': string | null;
}

const size = 100;

/**
 * The rows of a job with what came of them. They are read when they come in sight and when the job ends, or on demand: each
 * reading is in the audit log.
 */
export function JobRows({ job }: { job: Job }) {
  const [outcome, setOutcome] = useState<JobOutcome>();
  const list = useRows(job, outcome);
  const columns: Column<ResultRow>[] = [
    { title: t('jobs.row'), cell: (row) => row['job.row'], align: 'end', width: '70px' },
    {
      title: t('jobs.outcome'),
      cell: (row) => (
        <Badge tone={outcomeTones[row['job.outcome']]}>{word('jobOutcome', row['job.outcome'])}</Badge>
      ),
      width: '110px',
    },
    { title: t('jobs.detail'), cell: (row) => <Detail row={row} />, wide: true },
    { title: t('jobs.records'), cell: (row) => <Records row={row} />, below: (row) => <Detail row={row} /> },
  ];
  return (
    <Section
      title={t('jobs.rows')}
      actions={
        <Button busy={list.isFetching} onClick={list.retry}>
          {t('jobs.readAgain')}
        </Button>
      }
    >
      <Filters>
        <SelectField
          label={t('jobs.outcome')}
          value={outcome ?? ''}
          choices={[
            ['', t('parts.any')],
            ...outcomes.map((each) => [each, word('jobOutcome', each)] as const),
          ]}
          onValue={(value) => setOutcome(value === '' ? undefined : (value as JobOutcome))}
        />
      </Filters>
      <ListTable
        label={t('jobs.rows')}
        list={list}
        columns={columns}
        keyOf={(row) => String(row['job.row'])}
        empty={<Empty>{t('jobs.noRows')}</Empty>}
      />
    </Section>
  );
}

function useRows({ id, endedTimestamp }: Job, outcome: JobOutcome | undefined): Rows<ResultRow> {
  const query = useInfiniteQuery<ResultRow[], Error, InfiniteData<ResultRow[]>, readonly unknown[], number>({
    queryKey: ['job-rows', id, outcome, endedTimestamp],
    queryFn: ({ pageParam: after, signal }) => read(id, { outcome, after }, signal),
    initialPageParam: 0,
    getNextPageParam: (rows) => (rows.length < size ? undefined : rows.at(-1)?.['job.row']),
    refetchOnWindowFocus: false,
  });
  return {
    rows: query.data?.pages.flat() ?? [],
    first: undefined,
    isPending: query.isPending,
    error: query.error,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    isFetching: query.isFetching,
    more: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage();
    },
    retry: () => void query.refetch(),
  };
}

async function read(
  jobId: string,
  { outcome, after }: { outcome: JobOutcome | undefined; after: number },
  signal: AbortSignal,
): Promise<ResultRow[]> {
  const asked = { format: 'ndjson' as const, size, after, ...(outcome && { outcome }) };
  const answer = await ioi.jobs.result(jobId, asked, { signal });
  const lines = (await answer.text()).split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as ResultRow);
}

function detailOf(row: ResultRow): string {
  const [error, column] = [row['job.error'], row['job.errorColumn']];
  if (error === null) return row['job.note'] ?? '';
  return column === null ? error : `${column}: ${error}`;
}

/** In whole under the pointer. */
function Detail({ row }: { row: ResultRow }) {
  const detail = detailOf(row);
  return <span title={detail}>{detail}</span>;
}

/** Where the row leads to. */
function Records({ row }: { row: ResultRow }) {
  const links = [
    ['/policies/:policyId', '/policies', row['job.policyId'], t('jobs.policy')],
    ...(row['job.quoteIds']?.split(' ') ?? []).map(
      (quoteId) => ['/quotes/:quoteId', '/quotes', quoteId, t('jobs.quote')] as const,
    ),
    ['/clients/:clientId', '/clients', row['job.clientId'], t('jobs.client')],
    ['/events/:triggerRequestId', '/events', row['job.triggerRequestId'], t('jobs.event')],
  ] as const;
  const shown = links.filter(([page, , id]) => id !== null && hasPage(page));
  if (shown.length === 0) return <>–</>;
  return shown.map(([, folder, id, text], index) => (
    <span key={id}>
      {index > 0 && ' · '}
      <Link href={`${folder}/${id}`}>{text}</Link>
    </span>
  ));
}

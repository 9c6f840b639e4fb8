import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { EventRun } from '../../api/client.js';
import { Facts } from '../../parts/page.js';
import { authorName, Moment } from '../../parts/values.js';
import { utcTime } from '../../texts/formats.js';
import { t, word } from '../../texts/texts.js';

/** What was fired, by whom and about what. The service does not show the payload, which may have personal data. */
export function EventFacts({ run }: { run: EventRun }) {
  const { firedBy, source, clientId, batchId, links, retries, acknowledgement } = run;
  const organization = firedBy.organizationName;
  return (
    <Facts
      facts={[
        [t('quotes.product'), run.lineName],
        [t('events.firedBy'), `${authorName(firedBy)}${organization ? ` · ${organization}` : ''}`],
        [t('events.fired'), <Moment key="at" at={run.createdTimestamp} />],
        run.businessTimestamp !== undefined && [t('clocks.businessTime'), utcTime(run.businessTimestamp)],
        [t('events.closed'), <Moment key="closed" at={run.closedTimestamp} />],
        [t('events.source'), sourceOf(source)],
        retries > 0 && [t('events.retries'), retries],
        acknowledgement !== undefined && [
          t('events.acknowledged'),
          <span key="acknowledged">
            {String(acknowledgement.acknowledgedBy.name ?? '–')} ·{' '}
            <Moment at={acknowledgement.acknowledgedTimestamp} />
            {acknowledgement.note && ` · ${acknowledgement.note}`}
          </span>,
        ],
        clientId !== undefined && [
          t('queue.client'),
          <Id key="client" to={`/clients/${clientId}`} id={clientId} />,
        ],
        links.quotes.length > 0 && [
          t('quotes.title'),
          <Ids key="quotes" paths={links.quotes} to="/quotes" />,
        ],
        links.policies.length > 0 && [
          t('policies.title'),
          <Ids key="policies" paths={links.policies} to="/policies" />,
        ],
        links.parent !== undefined && [
          t('events.parent'),
          <Ids key="parent" paths={[links.parent]} to="/events" />,
        ],
        links.children.length > 0 && [
          t('events.children'),
          <Ids key="children" paths={links.children} to="/events" />,
        ],
        batchId !== undefined && [
          t('events.batch'),
          <Id key="batch" to={`/events?batchId=${batchId}`} id={batchId} />,
        ],
        [t('events.id'), <code key="id">{run.triggerRequestId}</code>],
      ]}
    />
  );
}

/** Where the caller says that it comes from. */
function sourceOf(source: EventRun['source']): string {
  if (typeof source?.url === 'string') return source.url;
  return typeof source?.sourceType === 'string' ? word('eventSource', source.sourceType) : '–';
}

const mostShown = 10;

/** Links to the pages of records, by their paths in the interface. */
function Ids({ paths, to }: { paths: readonly string[]; to: string }): ReactNode {
  const ids = paths.map((path) => path.split('/').at(-1) ?? '');
  return (
    <Group component="ul" gap="0 8px" align="stretch">
      {ids.slice(0, mostShown).map((id) => (
        <li key={id}>
          <Id to={`${to}/${id}`} id={id} />
        </li>
      ))}
      {ids.length > mostShown && <li>{t('events.more', { n: ids.length - mostShown })}</li>}
    </Group>
  );
}

/** An id by its first digits. */
function Id({ to, id }: { to: string; id: string }) {
  return (
    <Link href={to} title={id}>
      <code>{id.slice(0, 8)}</code>
    </Link>
  );
}

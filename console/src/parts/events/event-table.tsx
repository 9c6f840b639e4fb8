import { ioi, type ListEventsQuery, type ListedEvent } from '../../api/client.js';
import { eventTitle } from '../../api/event-types.js';
import { useList } from '../../api/queries.js';
import { t, word } from '../../texts/texts.js';
import { Badge } from '../badge.js';
import { Empty } from '../page.js';
import { type Column, ListTable } from '../table.js';
import { authorName, Day, Moment } from '../values.js';
import { eventTones } from './values.js';

const idOf = ({ triggerRequestId }: ListedEvent) => triggerRequestId;

/** Events, the latest first. */
export function EventTable({ query, empty }: { query: ListEventsQuery; empty: string }) {
  const paged = { ...query, size: 100 };
  const list = useList(['events', paged], (signal) => ioi.events.list(paged, { signal }), idOf);
  const { first } = list;
  const columns: Column<ListedEvent>[] = [
    {
      title: t('events.type'),
      cell: ({ type }) => eventTitle(type),
      below: ({ createdTimestamp }) => <Moment at={createdTimestamp} ago />,
    },
    { title: t('quotes.product'), cell: ({ lineName }) => lineName, wide: true },
    {
      title: t('events.state'),
      cell: (event) => <State event={event} />,
      width: '150px',
    },
    {
      title: t('events.firedBy'),
      cell: ({ firedBy }) => authorName(firedBy),
      width: '180px',
      wide: true,
    },
    {
      title: t('events.fired'),
      cell: ({ createdTimestamp }) => <Moment at={createdTimestamp} ago />,
      width: '140px',
      wide: true,
    },
    ...(query.clockId || list.rows.some(({ clockId }) => clockId)
      ? [
          {
            title: t('clocks.businessTime'),
            cell: ({ businessTimestamp }: ListedEvent) => <Day date={businessTimestamp} />,
            width: '130px',
          },
        ]
      : []),
  ];
  return (
    <>
      {first && (
        <p className="quiet" role="status">
          {first.totalIsExact
            ? t('events.count', { n: first.totalElements })
            : t('events.countAtLeast', { n: first.totalElements })}
        </p>
      )}
      <ListTable
        label={t('events.title')}
        list={list}
        columns={columns}
        keyOf={idOf}
        to={({ triggerRequestId }) => `/events/${triggerRequestId}`}
        empty={<Empty>{empty}</Empty>}
      />
    </>
  );
}

/** The state of an event; one whose actions have ended shows that some failed. */
export function State({
  event: { state, failedActionCount },
}: {
  event: Pick<ListedEvent, 'state' | 'failedActionCount'>;
}) {
  return failedActionCount > 0 ? (
    <Badge tone="bad">{t('events.failedCount', { n: failedActionCount })}</Badge>
  ) : (
    <Badge tone={eventTones[state]}>{word('eventState', state)}</Badge>
  );
}

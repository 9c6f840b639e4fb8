import { type EventPage, ioi, type ListEventsQuery, type ListedEvent } from '../../api/client.js';
import { eventTitle } from '../../api/event-types.js';
import { useList } from '../../api/queries.js';
import { t, word } from '../../texts/texts.js';
import { Badge } from '../badge.js';
import type { DataColumn } from '../data-table/data-table.js';
import { Empty } from '../page.js';
import { ListTable } from '../table.js';
import { authorName, Moment } from '../values.js';
import { eventTones } from './values.js';

const idOf = ({ triggerRequestId }: ListedEvent) => triggerRequestId;

/** The columns of a list of events. */
export const columnsOfEvents = (hasClock = false): DataColumn<ListedEvent>[] => [
  {
    id: 'type',
    title: t('events.type'),
    value: ({ type }) => eventTitle(type),
    below: ({ createdTimestamp }) => <Moment at={createdTimestamp} ago />,
  },
  { id: 'product', title: t('quotes.product'), value: ({ lineName }) => lineName, wide: true },
  {
    id: 'state',
    title: t('events.state'),
    value: ({ state }) => word('eventState', state),
    cell: (event) => <State event={event} />,
    width: '150px',
  },
  {
    id: 'firedBy',
    title: t('events.firedBy'),
    value: ({ firedBy }) => authorName(firedBy),
    width: '180px',
    wide: true,
  },
  { id: 'createdTimestamp', title: t('events.fired'), show: 'ago', wide: true },
  {
    id: 'businessTime',
    title: t('clocks.businessTime'),
    value: ({ businessTimestamp }) => businessTimestamp,
    show: 'day',
    width: '130px',
    wide: true,
    ...(!hasClock && { isExtra: true }),
  },
];

/** How many events there are, as far as they are counted. */
export const countOfEvents = (page: EventPage): string =>
  page.totalIsExact
    ? t('events.count', { n: page.totalElements })
    : t('events.countAtLeast', { n: page.totalElements });

/** Events, the latest first. */
export function EventTable({ query, empty }: { query: ListEventsQuery; empty: string }) {
  const paged = { ...query, size: 100 };
  const list = useList(['events', paged], (signal) => ioi.events.list(paged, { signal }), idOf);
  const hasClock = query.clockId !== undefined || list.rows.some(({ clockId }) => clockId !== undefined);
  return (
    <>
      {list.first && (
        <p className="quiet" role="status">
          {countOfEvents(list.first)}
        </p>
      )}
      <ListTable
        label={t('events.title')}
        list={list}
        columns={columnsOfEvents(hasClock).filter(({ isExtra }) => !isExtra)}
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

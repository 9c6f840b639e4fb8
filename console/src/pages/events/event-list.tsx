import { useMemo } from 'react';
import { ioi, type ListEventsQuery, type ListedEvent } from '../../api/client.js';
import { eventTypes, typeChoices } from '../../api/event-types.js';
import { useList } from '../../api/queries.js';
import { DataTable } from '../../parts/data-table/data-table.js';
import { choiceFilter, dateFilter, type ListFilter, textFilter } from '../../parts/data-table/filter.js';
import { useClockFilter, useProductFilter } from '../../parts/data-table/shared-filters.js';
import { columnsOfEvents, countOfEvents } from '../../parts/events/event-table.js';
import { eventStates } from '../../parts/events/values.js';
import { date, oneOf, text, useFilters } from '../../parts/filters.js';
import { Help } from '../../parts/help.js';
import { Empty, Page } from '../../parts/page.js';
import { t, word } from '../../texts/texts.js';

const filters = {
  type: oneOf(...eventTypes),
  state: oneOf(...eventStates, 'failedActions', 'waiting'),
  lineId: text,
  clientId: text,
  policyId: text,
  batchId: text,
  clockId: text,
  createdFrom: date,
  createdTo: date,
};
const idOf = ({ triggerRequestId }: ListedEvent) => triggerRequestId;

/** The organization's events, the latest first. */
export function EventList() {
  const [values, change] = useFilters(filters);
  const { state, ...others } = values;
  const query: ListEventsQuery = {
    ...others,
    ...(state === 'failedActions' || state === 'waiting' ? { [state]: true } : state && { state }),
    size: 100,
  };
  const list = useList(['events', query], (signal) => ioi.events.list(query, { signal }), idOf);
  const hasClock = values.clockId !== undefined;
  const columns = useMemo(() => columnsOfEvents(hasClock), [hasClock]);
  return (
    <Page title={t('events.title')} beside={<Help term="event" />}>
      <DataTable
        name="events"
        label={t('events.title')}
        list={list}
        all={(signal) => ioi.events.list({ ...query, size: 1_000 }, { signal })}
        columns={columns}
        keyOf={idOf}
        to={({ triggerRequestId }) => `/events/${triggerRequestId}`}
        filters={useEventFilters()}
        values={values}
        change={change}
        count={list.first && countOfEvents(list.first)}
        empty={<Empty>{t('events.none')}</Empty>}
      />
    </Page>
  );
}

function useEventFilters(): ListFilter[] {
  return [
    choiceFilter('type', t('events.type'), typeChoices(eventTypes)),
    choiceFilter('state', t('events.state'), [
      ['failedActions', t('queue.failedActions')],
      ['waiting', t('events.someWait')],
      ...eventStates.map((each) => [each, word('eventState', each)] as const),
    ]),
    ...useProductFilter(),
    dateFilter('createdFrom', t('events.from')),
    dateFilter('createdTo', t('events.to')),
    textFilter('policyId', t('events.policyId')),
    textFilter('clientId', t('events.clientId')),
    textFilter('batchId', t('events.batchId')),
    ...useClockFilter(),
  ];
}

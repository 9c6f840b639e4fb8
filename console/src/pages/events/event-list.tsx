import { eventTypes, typeChoices } from '../../api/event-types.js';
import { ClockFilter } from '../../parts/clock/clock-filter.js';
import { EventTable } from '../../parts/events/event-table.js';
import { eventStates } from '../../parts/events/values.js';
import { SelectField, TextField } from '../../parts/field.js';
import { date, oneOf, text, useFilters } from '../../parts/filters.js';
import { Filters, Page } from '../../parts/page.js';
import { ProductFilter } from '../../parts/product-filter.js';
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

/** The organization's events, the latest first. */
export function EventList() {
  const [values, change] = useFilters(filters);
  const { state, ...others } = values;
  return (
    <Page title={t('events.title')}>
      <Filters>
        <SelectField
          label={t('events.type')}
          value={values.type ?? ''}
          choices={[['', t('parts.any')], ...typeChoices(eventTypes)]}
          onValue={(type) => change({ type })}
        />
        <SelectField
          label={t('events.state')}
          value={state ?? ''}
          choices={[
            ['', t('parts.any')],
            ['failedActions', t('queue.failedActions')],
            ['waiting', t('events.someWait')],
            ...eventStates.map((each) => [each, word('eventState', each)] as const),
          ]}
          onValue={(value) => change({ state: value })}
        />
        <ProductFilter value={values.lineId} onValue={(lineId) => change({ lineId })} />
        <TextField
          type="date"
          label={t('events.from')}
          value={values.createdFrom ?? ''}
          onValue={(createdFrom) => change({ createdFrom })}
        />
        <TextField
          type="date"
          label={t('events.to')}
          value={values.createdTo ?? ''}
          onValue={(createdTo) => change({ createdTo })}
        />
        <ClockFilter value={values.clockId} onValue={(clockId) => change({ clockId })} />
      </Filters>
      <EventTable
        query={{
          ...others,
          ...(state === 'failedActions' || state === 'waiting' ? { [state]: true } : state && { state }),
        }}
        empty={t('events.none')}
      />
    </Page>
  );
}

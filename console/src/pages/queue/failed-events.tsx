import type { ListEventsQuery } from '../../api/client.js';
import { EventTable } from '../../parts/events/event-table.js';
import { SelectField } from '../../parts/field.js';
import { oneOf, text, useFilters } from '../../parts/filters.js';
import { Filters } from '../../parts/page.js';
import { ProductFilter } from '../../parts/product-filter.js';
import { lastDays, since, Within } from '../../parts/within.js';
import { t } from '../../texts/texts.js';

const filters = { lineId: text, what: oneOf('refused', 'acknowledged'), within: lastDays };

/** Events of which something failed, or that were refused, unless somebody acknowledged it. */
export function FailedEvents() {
  const [{ lineId, what, within }, change] = useFilters(filters);
  const query: ListEventsQuery = {
    ...(lineId && { lineId }),
    ...(within && { createdFrom: since(within) }),
    acknowledged: what === 'acknowledged',
    ...(what === 'refused' && { state: 'FAILED' as const }),
    ...(!what && { failedActions: true }),
  };
  return (
    <>
      <Filters>
        <SelectField
          label={t('queue.what')}
          value={what ?? ''}
          choices={[
            ['', t('queue.failedActions')],
            ['refused', t('queue.refusedEvents')],
            ['acknowledged', t('queue.acknowledgedEvents')],
          ]}
          onValue={(value) => change({ what: value })}
        />
        <ProductFilter value={lineId} onValue={(value) => change({ lineId: value })} />
        <Within value={within} onValue={(value) => change({ within: value })} />
      </Filters>
      <EventTable query={query} empty={t('queue.noFailedEvents')} />
    </>
  );
}

import type { EventType } from '../../api/client.js';
import { eventTypes } from '../../api/event-types.js';
import { ChecksField } from '../../parts/field.js';
import { t } from '../../texts/texts.js';
import s from './admin.module.css';

/** The event types that a key or an endpoint is restricted to, folded in. */
export function EventTypesField({
  open = false,
  values,
  onValues,
  error,
}: {
  open?: boolean;
  values: readonly EventType[];
  onValues: (values: EventType[]) => void;
  error?: string;
}) {
  return (
    <details className={s.more} open={open}>
      <summary>{t('admin.onlyEvents')}</summary>
      <ChecksField
        label={t('admin.eventTypes')}
        hint={t('admin.noneForAll')}
        values={values}
        choices={eventTypes.map((each) => [each, <code key={each}>{each}</code>] as const)}
        onValues={onValues}
        error={error}
      />
    </details>
  );
}

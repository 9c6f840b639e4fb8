import type { NotifiedType } from '../../api/client.js';
import { eventSays, typeChoices } from '../../api/event-types.js';
import { ChecksField } from '../../parts/field.js';
import { t } from '../../texts/texts.js';
import s from './admin.module.css';

/** The event types that a key or an endpoint is restricted to, folded in. */
export function EventTypesField<Type extends NotifiedType>({
  open = false,
  types,
  values,
  onValues,
  error,
}: {
  open?: boolean;
  /** To choose from. */
  types: readonly Type[];
  values: readonly Type[];
  onValues: (values: Type[]) => void;
  error?: string;
}) {
  return (
    <details className={s.more} open={open}>
      <summary>{t('admin.onlyEvents')}</summary>
      <ChecksField
        label={t('admin.eventTypes')}
        hint={t('admin.noneForAll')}
        values={values}
        choices={typeChoices(types).map(([type, title]) => [type, title, eventSays(type)] as const)}
        onValues={onValues}
        error={error}
      />
    </details>
  );
}

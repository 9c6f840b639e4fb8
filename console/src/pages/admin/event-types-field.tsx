import { ChecksField } from '../../parts/field.js';
import { t } from '../../texts/texts.js';
import s from './admin.module.css';

/** The event types that a key or an endpoint is restricted to, folded in. */
export function EventTypesField<Type extends string>({
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
        choices={types.map((each) => [each, <code key={each}>{each}</code>] as const)}
        onValues={onValues}
        error={error}
      />
    </details>
  );
}

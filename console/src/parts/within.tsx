import { t } from '../texts/texts.js';
import { SelectField } from './field.js';
import { oneOf } from './filters.js';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** The moment some days ago, in whole hours so that a query with it stays the same for a while. */
export const since = (days: string | number): string =>
  new Date(Math.floor((Date.now() - Number(days) * dayMs) / hourMs) * hourMs).toISOString();

const choices = ['1', '7', '30'] as const;
/** How the filter is read from the URL. */
export const lastDays = oneOf(...choices);

/** The filter of the last days. */
export function Within({ value, onValue }: { value: string | undefined; onValue: (value: string) => void }) {
  return (
    <SelectField
      label={t('queue.made')}
      value={value ?? ''}
      choices={[
        ['', t('parts.any')],
        ...choices.map((days) => [days, t('queue.within', { n: Number(days) })] as const),
      ]}
      onValue={onValue}
    />
  );
}

import { ChecksField } from '../../parts/field.js';
import { t } from '../../texts/texts.js';

/** Whether waits for outside systems end when the clock passes their end. */
export function WaitsField({ value, onValue }: { value: boolean; onValue: (value: boolean) => void }) {
  return (
    <ChecksField
      label={t('clocks.waits')}
      values={value ? ['waits'] : []}
      choices={[['waits', t('clocks.waitsTimeOut'), t('clocks.waitsHint')]]}
      onValues={(values) => onValue(values.length > 0)}
    />
  );
}

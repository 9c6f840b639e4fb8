import { useClockChoices } from '../../api/clocks.js';
import { t } from '../../texts/texts.js';
import { SelectField } from '../field.js';

/** The filter of a test clock, where there are any. */
export function ClockFilter({
  value,
  onValue,
}: {
  value: string | undefined;
  onValue: (clockId: string) => void;
}) {
  const choices = useClockChoices(t('parts.any'));
  if (!choices) return null;
  return <SelectField label={t('clocks.clock')} value={value ?? ''} choices={choices} onValue={onValue} />;
}

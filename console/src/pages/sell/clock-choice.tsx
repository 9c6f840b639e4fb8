import { dayOfClock, useClock, useClockChoices } from '../../api/clocks.js';
import { SelectField } from '../../parts/field.js';
import { day } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';

/** The test clock of a new client; that of an existing one cannot be chosen. */
export function ClockChoice({
  clockId,
  isBound,
  choose,
}: {
  clockId: string | undefined;
  /** Whether an existing client is bound to it. */
  isBound: boolean;
  choose: (clockId: string | undefined) => void;
}) {
  const clock = useClock(clockId);
  const choices = useClockChoices();
  const shows =
    clock.data && t('clocks.showsDay', { name: clock.data.name, day: day(dayOfClock(clock.data)) });
  if (isBound) return shows ? <p>{shows}</p> : null;
  if (choices.length === 0) return null;
  return (
    <SelectField
      label={t('clocks.clock')}
      hint={shows ?? t('clocks.choiceHint')}
      value={clockId ?? ''}
      choices={[['', t('clocks.noClock')], ...choices]}
      onValue={(chosen) => choose(chosen || undefined)}
    />
  );
}

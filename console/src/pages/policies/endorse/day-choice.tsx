import { Stack } from '@mantine/core';
import { addMonths, laterOf } from '../../../api/days.js';
import { Button } from '../../../parts/button.js';
import { DateField } from '../../../parts/date-field.js';
import { t } from '../../../texts/texts.js';
import type { PolicyRecord } from '../record.js';
import s from './endorse.module.css';

/** From when a change holds, with the days that are wanted most. */
export function DayChoice({
  record: { policy, today },
  value,
  error,
  onValue,
}: {
  record: PolicyRecord;
  value: string;
  error: string;
  onValue: (date: string) => void;
}) {
  const begins = laterOf(today, policy.effectiveDate);
  const shortcuts = [
    [t('endorse.today'), begins],
    [t('endorse.nextMonth'), `${addMonths(begins, 1).slice(0, 8)}01`],
    [t('endorse.termStart'), policy.effectiveDate],
  ] as const;
  return (
    <Stack gap={4}>
      <DateField
        label={t('policies.changeFrom')}
        required
        value={value}
        error={error || undefined}
        onValue={onValue}
      />
      <div className={s.shortcuts}>
        {shortcuts
          .filter(([, date], index) => shortcuts.findIndex((each) => each[1] === date) === index)
          .map(([name, date]) => (
            <Button key={name} look="plain" aria-pressed={date === value} onClick={() => onValue(date)}>
              {name}
            </Button>
          ))}
      </div>
    </Stack>
  );
}

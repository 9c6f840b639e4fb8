import { Button, Group } from '@mantine/core';
import type { Policy, PolicyTimeline } from '../../api/client.js';
import { addDays } from '../../api/days.js';
import { TextField } from '../../parts/field.js';
import { date, useFilters } from '../../parts/filters.js';
import { shortDay } from '../../texts/formats.js';
import { t, word } from '../../texts/texts.js';

const filters = { on: date };

/** The day that a page shows a policy on, which is in its URL unless it is today. */
export function useDay(today: string): [on: string, show: (on: string) => void] {
  const [{ on = today }, change] = useFilters(filters);
  return [on, (day) => change({ on: day === today ? '' : day })];
}

/** So many changes have a button; others are reached by their day. */
const mostChanges = 6;

/** A date field with the days that are asked for most: today, those of the changes, the last one of the term. */
export function DayChoice({
  policy: { expirationDate },
  timeline: { effectiveOn: today, changes },
  on,
  show,
}: {
  policy: Policy;
  /** As of today. */
  timeline: PolicyTimeline;
  on: string;
  show: (on: string) => void;
}) {
  const kinds = new Map(changes.map(({ effectiveDate, kind }) => [effectiveDate, kind]));
  const days = [...kinds].toSorted(([a], [b]) => a.localeCompare(b)).slice(-mostChanges);
  const shortcuts: [day: string, name: string][] = [
    [today, t('policies.shownToday')],
    ...days.map(([each, kind]): [string, string] => [
      each,
      `${word('policyChange', kind)} · ${shortDay(each)}`,
    ]),
    [addDays(expirationDate, -1), t('policies.lastDayOfTerm')],
  ];
  return (
    <Group gap="8px 16px" align="flex-end">
      <TextField
        type="date"
        label={t('policies.dayShown')}
        value={on}
        onValue={(day) => /^[12]\d{3}-/.test(day) && show(day)}
      />
      <Group gap={6} role="group" aria-label={t('policies.daysOffered')}>
        {[...new Map(shortcuts.toReversed())].toReversed().map(([day, name]) => (
          <Button
            key={day}
            size="xs"
            variant={day === on ? 'light' : 'default'}
            aria-pressed={day === on}
            onClick={() => show(day)}
          >
            {name}
          </Button>
        ))}
      </Group>
    </Group>
  );
}

import { Progress as Bar } from '@mantine/core';
import type { EventAction, EventRun } from '../../api/client.js';
import { t } from '../../texts/texts.js';
import { lasted } from './duration.js';

const colors = { FAILED: 'red', WAITING: 'yellow', SUCCEEDED: 'green' } as const;

/** When an action ran, as a bar between the fire and the end of the run. */
export function ActionBar({ action, run }: { action: EventAction; run: EventRun }) {
  const { name, state, startedTimestamp } = action;
  if (!startedTimestamp) return null;
  const from = Date.parse(run.createdTimestamp);
  const [started, ended] = [Date.parse(startedTimestamp), endOf(action)];
  const to = Math.max(from + 1, ...run.actions.map(endOf));
  const share = (ms: number) => (100 * Math.max(0, ms)) / (to - from);
  return (
    <Bar.Root size={6}>
      <Bar.Section value={share(started - from)} color="transparent" withAria={false} />
      <Bar.Section
        value={share(ended - Math.max(from, started))}
        color={colors[state as keyof typeof colors] ?? 'blue'}
        aria-label={t('events.ran', { name, after: lasted(from, started), time: lasted(started, ended) })}
      />
    </Bar.Root>
  );
}

/** The end of an action; now, if it has begun and not ended. */
function endOf({ startedTimestamp, endedTimestamp }: EventAction): number {
  if (endedTimestamp) return Date.parse(endedTimestamp);
  return startedTimestamp ? Date.now() : 0;
}

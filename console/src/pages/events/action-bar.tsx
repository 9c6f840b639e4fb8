import { useId } from 'react';
import type { EventAction, EventRun } from '../../api/client.js';
import { t } from '../../texts/texts.js';
import { lasted } from './duration.js';
import s from './events.module.css';

const width = 640;
const height = 6;
const leastBar = 3;

/** When an action ran, as a bar between the fire and the end of the run. */
export function ActionBar({ action, run }: { action: EventAction; run: EventRun }) {
  const id = useId();
  if (!action.startedTimestamp) return null;
  const from = Date.parse(run.createdTimestamp);
  const started = Date.parse(action.startedTimestamp);
  const ended = endOf(action);
  const to = Math.max(from + 1, ...run.actions.map(endOf));
  const at = (moment: number) => ((Math.max(from, moment) - from) / (to - from)) * width;
  const x = Math.min(at(started), width - leastBar);
  return (
    <svg
      className={s.picture}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-labelledby={id}
    >
      <title id={id}>
        {t('events.ran', { name: action.name, after: lasted(from, started), time: lasted(started, ended) })}
      </title>
      <rect className={s.track} width={width} height={height} rx={3} />
      <rect
        className={s.bar}
        data-state={action.state}
        x={x}
        width={Math.max(leastBar, at(ended) - x)}
        height={height}
        rx={3}
      />
    </svg>
  );
}

/** The end of an action; now, if it has begun and not ended. */
function endOf({ startedTimestamp, endedTimestamp }: EventAction): number {
  if (endedTimestamp) return Date.parse(endedTimestamp);
  return startedTimestamp ? Date.now() : 0;
}

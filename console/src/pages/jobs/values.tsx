import { Progress as Bar } from '@mantine/core';
import type { Job, JobEventType, JobOutcome, JobState } from '../../api/client.js';
import { Badge, type Tone } from '../../parts/badge.js';
import { mayFire } from '../../session/me.js';
import { t, word } from '../../texts/texts.js';
import s from './jobs.module.css';

/** Every type, as a record so that the compiler misses none. */
const types: Record<JobEventType, true> = {
  GET_QUOTES: true,
  POLICY_CREATE: true,
  POLICY_ENDORSEMENT_QUOTING: true,
  POLICY_ENDORSE: true,
  POLICY_RENEWAL_QUOTING: true,
  RENEWAL_QUOTE_SELECTED: true,
  CANCEL_RENEWAL: true,
  PRE_POLICY_CANCELLATION: true,
  POLICY_CANCEL: true,
  POLICY_REINSTATE: true,
  POLICY_REWRITE: true,
  POLICY_EVENT_RECORD: true,
};

/** The types of the jobs that the person may make. */
export const ownTypes = (): JobEventType[] => (Object.keys(types) as JobEventType[]).filter(mayFire);

const tones: Record<JobState, Tone> = {
  RUNNING: 'info',
  PAUSED: 'warn',
  CANCELED: undefined,
  DONE: 'good',
};

export const outcomeTones: Record<JobOutcome, Tone> = {
  WAITING: undefined,
  RUNNING: 'info',
  DONE: 'good',
  FAILED: 'bad',
  CANCELED: undefined,
};
export const outcomes = Object.keys(outcomeTones) as JobOutcome[];

export function StateOfJob({ job: { state, rows } }: { job: Job }) {
  const tone = state === 'DONE' && rows.failed > 0 ? 'warn' : tones[state];
  return <Badge tone={tone}>{word('jobState', state)}</Badge>;
}

/** How many rows have ended, also as a bar: done, failed and canceled ones. */
export function Progress({ job: { rows } }: { job: Job }) {
  const ended = rows.done + rows.failed + rows.canceled;
  const says = t('jobs.ofRows', { ended, total: rows.total });
  const share = (count: number) => (100 * count) / rows.total;
  return (
    <span className={s.progress}>
      <Bar.Root size="sm">
        <Bar.Section value={share(rows.done)} color="green" aria-label={says} />
        <Bar.Section value={share(rows.failed)} color="red" withAria={false} />
        <Bar.Section value={share(rows.canceled)} color="gray" withAria={false} />
      </Bar.Root>
      <span className="numbers">{says}</span>
    </span>
  );
}

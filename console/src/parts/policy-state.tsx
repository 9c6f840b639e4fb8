import type { Policy, PolicyLapse, PolicyState } from '../api/client.js';
import { addDays } from '../api/days.js';
import { day } from '../texts/formats.js';
import { word } from '../texts/texts.js';
import { Badge, type Tone } from './badge.js';

const tones: Record<PolicyState, Tone> = {
  PENDING_FINANCE_CONFIRMATION: 'warn',
  ACTIVE: 'good',
  INACTIVE_UNSETTLED: 'warn',
  SETTLED: undefined,
  CLOSED: undefined,
};

/** The lapse that a policy is in on a day: it has not ended, and covers again afterwards. */
export const lapseOf = ({ lapses }: Pick<Policy, 'lapses'>, today: string): PolicyLapse | undefined =>
  lapses.find(({ from, until }) => from <= today && today < until);

export function StateBadge({ policyState }: Pick<Policy, 'policyState'>) {
  return <Badge tone={tones[policyState]}>{word('policyState', policyState)}</Badge>;
}

/** The days without coverage, the last one included, and why. */
export const lapseText = ({ from, until, reason }: PolicyLapse): string =>
  [`${day(from)} – ${day(addDays(until, -1))}`, reason].filter(Boolean).join(', ');

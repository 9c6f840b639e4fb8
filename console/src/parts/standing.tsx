import type { StandingOfPolicy, StandingType } from '../api/client.js';
import { money, shortDay } from '../texts/formats.js';
import { t } from '../texts/texts.js';
import { Badge, type Tone } from './badge.js';

const tones: Record<StandingType, Tone> = {
  AWAITS_FINANCING: 'warn',
  STARTS: 'info',
  IN_FORCE: 'good',
  RENEWAL_WAITS: 'warn',
  RENEWS: 'good',
  EXPIRES: 'warn',
  CANCELS: 'bad',
  LAPSED: 'bad',
  CANCELED: undefined,
  EXPIRED: undefined,
};

/** How a policy stands, in a few words: `Cancels Jan 15`, `Renews May 24 at $465.00`. */
export function standingText({ type, on, premium, taxesAndFees = 0 }: StandingOfPolicy): string {
  const date = shortDay(on);
  if (type === 'RENEWS' && premium !== undefined) {
    return t('standing.renewsAt', { date, amount: money(premium + taxesAndFees) });
  }
  return t(`standing.${type}`, { date });
}

export function StandingBadge({ standing }: { standing: StandingOfPolicy }) {
  return <Badge tone={tones[standing.type]}>{standingText(standing)}</Badge>;
}

/** What the policyholder pays for the term: a price without taxes and fees is never shown alone. */
export const priceOf = ({ premium, taxesAndFees = 0 }: { premium: number; taxesAndFees?: number }): number =>
  Math.round((premium + taxesAndFees) * 100) / 100;

import type { PolicyStanding } from '../policy/standing.js';
import { day, money } from './words.js';

/** How a policy stands, as the rest of a sentence: `in force until Jan 15, 2027`. */
export function standingInWords({ type, on, isNotice, premium, taxesAndFees }: PolicyStanding): string {
  const date = day(on);
  switch (type) {
    case 'AWAITS_FINANCING':
      return `begins on ${date} once its finance company confirms`;
    case 'STARTS':
      return `issued, covers from ${date}`;
    case 'IN_FORCE':
      return `in force, its term ends on ${date}`;
    case 'RENEWAL_WAITS':
      return `in force, its renewal on ${date} waits for a person`;
    case 'RENEWS': {
      const price =
        premium === undefined ? '' : ` for ${money(premium + (taxesAndFees ?? 0))} with taxes and fees`;
      return `in force, renews on ${date}${price}`;
    }
    case 'EXPIRES':
      return `in force, not renewed: covers until ${date}`;
    case 'CANCELS':
      return isNotice
        ? `in force, with notice of cancellation on ${date}`
        : `in force, is canceled on ${date}`;
    case 'LAPSED':
      return `without cover now, covers again from ${date}`;
    case 'CANCELED':
      return `canceled on ${date}`;
    case 'EXPIRED':
      return `ended on ${date}`;
  }
}

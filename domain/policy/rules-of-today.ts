import { heldFrom } from '../quote/held-from.js';
import type { SaidStop } from '../quote/stopped-quote.js';
import type { BundleRating } from '../rating/bundle/result.js';
import { type QuoteMessage, type RatingResult, referralCodes } from '../rating/run/result.js';

type Rating = RatingResult | BundleRating;

/** A stretch of a term that a change alters, rated by the version of the term and by another one. */
export interface StretchToJudge {
  /** Its first day, if that is later than the change. */
  from?: string | undefined;
  asSold: Rating;
  /** Undefined if that version does not rate the policy. */
  today: Rating | undefined;
}

const declining: ReadonlySet<string> = new Set(['UNDERWRITING_DECLINE', 'UNDERWRITING_INELIGIBLE']);

/**
 * What eligibility and referral rules of another version stop of a change, which keeps the rates of its term. An answer that
 * the version cannot rate cannot be judged by its rules: that is for an underwriter. What the version of the term says with the
 * same words is not said again, and a rule that holds in several stretches once, with the first day.
 */
export function stopsByRules(version: string, stretches: readonly StretchToJudge[]): SaidStop[] {
  const known = new Set<string>();
  return stretches.flatMap(({ from, asSold, today }) => {
    const said = new Set(asSold.messages.map(textOf));
    const news = decisive(asSold, today).filter((stop) => !said.has(textOf(stop.said)));
    return news.flatMap(({ action, said: message }): SaidStop[] => {
      if (known.has(textOf(message))) return [];
      known.add(textOf(message));
      const named = { ...message, version, message: `Version ${version}: ${message.message}` };
      return (from === undefined ? [named] : heldFrom(from, [named])).map((each) => ({ action, said: each }));
    });
  });
}

const textOf = ({ code, rule, component, message }: QuoteMessage) =>
  JSON.stringify([code, rule, component, message]);

function decisive(asSold: Rating, today: Rating | undefined): SaidStop[] {
  if (today === undefined) return [notJudged('the product no longer rates the policy')];
  const isSold = soldComponents(asSold);
  const messages = today.messages.filter(({ component }) => component === undefined || isSold(component));
  const declines = messages.filter(({ code }) => declining.has(code));
  if (declines.length > 0)
    return declines.map((said) => ({ action: 'DECLINE', said: { ...said, severity: 'ERROR' } }));
  const referrals = messages.filter(({ code }) => code === referralCodes.rule);
  const referred = referrals.map((said): SaidStop => ({ action: 'REFER', said }));
  if (today.outcome === 'QUOTED') return referred;
  const errors = today.messages.filter(({ severity }) => severity === 'ERROR');
  return [...referred, notJudged(errors.map(({ message }) => message).join('; '))];
}

/** A component that the package does without, as sold, does not stop a change of the others. */
function soldComponents(rating: Rating): (component: string) => boolean {
  if (!('components' in rating)) return () => true;
  const sold = new Set(rating.components.flatMap(({ key, state }) => (state === 'INCLUDED' ? [key] : [])));
  return (component) => sold.has(component);
}

const notJudged = (why: string): SaidStop => ({
  action: 'REFER',
  said: {
    severity: 'WARNING',
    code: referralCodes.rule,
    message: `its rules cannot judge the answers: ${why}`,
  },
});

import type { CatalogVersion } from '../../db/products/catalog.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import { stopsByRules } from '../../domain/policy/rules-of-today.js';
import { unaskedQuestions } from '../../domain/product/unasked-questions.js';
import type { SaidStop } from '../../domain/quote/stopped-quote.js';
import { type QuoteMessage, requestCodes } from '../../domain/rating/run/result.js';
import type { DefaultActionWork } from '../ground/default-action.js';
import type { RatedChange } from './rate-change.js';

/** What the rules of today's version say of a change. */
export interface JudgedByTodaysRules {
  stops: SaidStop[];
  /** The questions that its rules read and that the policy does not answer. */
  notes: QuoteMessage[];
}

/**
 * Judges every stretch that an endorsement alters by the rules of the version that is deployed today, where that version says
 * so (`changes.rules`), as if the term had been sold on it.
 *
 * @param parts the change in each of its terms, all of whose stretches are rated.
 * @param effectiveDate the first day of the change.
 */
export async function judgedByTodaysRules(
  { dependencies: { catalog }, now }: DefaultActionWork,
  parts: readonly RatedChange[],
  effectiveDate: string,
): Promise<JudgedByTodaysRules> {
  const [first] = parts;
  const none = { stops: [], notes: [] };
  if (first === undefined) return none;
  const at = { effectiveDate: now.today, asConfiguredAt: now.systemTime };
  const versionId = await catalog.versionFor(first.policy.productId, at);
  const today = versionId === null ? null : await catalog.version(versionId);
  if (today === null || policySettingsOf(today.definition).changes.rules !== 'TODAY') return none;
  const others = parts.filter(({ rating }) => rating.version.versionId !== today.versionId);
  const stretches = others.flatMap((part) =>
    part.altered.map(({ from }) => {
      const { after } = part.around(from);
      const day = from === effectiveDate ? undefined : from;
      return { from: day, asSold: part.rate(after), today: part.rating.ratedBy(today, after) };
    }),
  );
  return {
    stops: stopsByRules(today.definition.version, stretches),
    notes: others.slice(0, 1).flatMap((part) => unansweredIn(part, today, effectiveDate)),
  };
}

function unansweredIn(
  { rating, around }: RatedChange,
  { definition, compiled }: CatalogVersion,
  effectiveDate: string,
): QuoteMessage[] {
  const { after } = around(effectiveDate);
  const action = compiled.actions.get(rating.action.actionId);
  if (action === undefined) return [];
  const unasked = unaskedQuestions(definition, rating.version.definition, action);
  return unasked
    .filter(({ qid }) => !isAnswered(after, qid))
    .map(({ rule, qid }) => ({
      severity: 'INFO',
      code: requestCodes.notAsked,
      message: `Version ${definition.version}: the rule reads "${qid}", which the policy's version does not ask; it is unanswered`,
      qid,
      rule,
      version: definition.version,
    }));
}

function isAnswered(answers: AnswerMap, qid: string): boolean {
  if (Object.hasOwn(answers, qid)) return true;
  return Object.values(answers).some(
    (entry) =>
      entry.type === 'LOOP' && entry.iterations.some((iteration) => Object.hasOwn(iteration.answers, qid)),
  );
}

import type { AnswerMap } from '../intake/answers.js';
import type { QuoteDetails } from '../quote/quote.js';
import { type ChangeToTell, changeLines } from './change-words.js';
import { ofProduct, outside } from './outside.js';
import { type Details, isOfItem, limitsOf } from './price.js';
import type { Told } from './told.js';
import { codeWords, day } from './words.js';

/** A policy as of a day, as its timeline has it. */
export interface PolicyDayToTell {
  policyId: string;
  effectiveOn: string;
  policy: {
    policyNumber: string | null;
    termEffectiveDate: string;
    termExpirationDate: string;
    inForce: boolean;
    cancelledOn: string | null;
    answers: AnswerMap;
    policyContract: object;
    policyMeta: { insuredName: string };
  } | null;
  changes: readonly ChangeToTell[];
}

type Coverage = QuoteDetails['coverageTypes'][number]['coverages'][number];

/** What a policy covered on a day: whether it was in force, each insured item with its coverages, and what had changed. */
export function coverageOnDay({ policyId, effectiveOn, policy, changes }: PolicyDayToTell): Told {
  const on = day(effectiveOn);
  const links = [{ uri: `ioi://policy/${policyId}`, name: 'The policy today' }];
  if (policy === null) return { text: `**No.** The policy had not begun on ${on}.`, links };
  const { policyNumber, termEffectiveDate, termExpirationDate, cancelledOn, policyMeta, answers } = policy;
  const which = `${policyNumber ?? 'The policy'} of ${outside(policyMeta.insuredName)}`;
  const term = `term ${day(termEffectiveDate)} to ${day(termExpirationDate)}`;
  if (!policy.inForce)
    return {
      text: `**No.** ${which} was not in force on ${on}: ${whyNot(policy, effectiveOn)} (${term}).`,
      links,
    };
  const { coverageTypes = [] } = policy.policyContract as { coverageTypes?: QuoteDetails['coverageTypes'] };
  const coverages = coverageTypes.flatMap((type) => type.coverages);
  const items = itemsOf(answers, coverages);
  const until = cancelledOn === null ? '' : ` It is canceled on ${day(cancelledOn)}.`;
  return {
    text: [
      `**Yes, in force on ${on}:** ${which}, ${term}.${until}`,
      ...items.map((item) => itemLine(item, coverages)),
      'Coverages of the policy:',
      ...coverages.map((one) => `- ${titleWith(one, (detail) => !isOfItem(detail))}`),
      ...changeLines(changes),
      '',
      'An item that is not listed, or a coverage that is not listed for it, was not covered on that day. This is as known now.',
    ].join('\n'),
    links,
  };
}

function whyNot(
  { cancelledOn, termEffectiveDate, termExpirationDate }: NonNullable<PolicyDayToTell['policy']>,
  on: string,
) {
  if (cancelledOn !== null && cancelledOn <= on) return `it was canceled on ${day(cancelledOn)}`;
  if (on < termEffectiveDate) return `its cover began on ${day(termEffectiveDate)}`;
  if (termExpirationDate <= on) return `its term had ended on ${day(termExpirationDate)}`;
  return 'it was without cover on that day';
}

/** An insured item: an iteration of a loop that a coverage names. */
interface Item {
  id: string;
  loop: string;
  number: number;
  name: string;
}

function itemsOf(answers: AnswerMap, coverages: readonly Coverage[]): Item[] {
  const names = new Map(
    coverages
      .flatMap(({ details }) => Object.values(details).flat())
      .filter(isOfItem)
      .map(({ scope = '', scopeLabel = '' }) => [scope, scopeLabel]),
  );
  return Object.values(answers).flatMap((entry) => {
    if (entry.type === 'ANSWER') return [];
    return entry.iterations.flatMap(({ iterationId: id }, index) => {
      const name = names.get(id);
      return name === undefined ? [] : [{ id, name, loop: entry.qid, number: index + 1 }];
    });
  });
}

function itemLine({ id, loop, number, name }: Item, coverages: readonly Coverage[]): string {
  const isThis = ({ scope }: { scope?: string | undefined }) => scope === id;
  const its = coverages.filter(({ details }) => Object.values(details).flat().some(isThis));
  return `- ${codeWords(loop)} #${number}, ${outside(name, 80)}: ${its.map((one) => titleWith(one, isThis, false)).join('; ')}`;
}

type OfDetail = (detail: { scope?: string | undefined }) => boolean;

/** The details of an item are without its name, which is told once. */
function titleWith({ title, details }: Coverage, of: OfDetail, keepsScope = true): string {
  const limits = limitsOf(keepsScope ? details : withoutScopes(details, of), keepsScope ? of : undefined);
  return `${ofProduct(title)}${limits === '' ? '' : ` (${limits})`}`;
}

const withoutScopes = (details: Details, of: OfDetail): Details =>
  Object.fromEntries(
    Object.entries(details).map(([key, list]) => [
      key,
      list.filter(of).map(({ scope: _, scopeLabel: __, ...rest }) => rest),
    ]),
  );

import { Decimal } from '../expression/index.js';
import { sumOfAmounts } from '../money/cents.js';
import { whyNotAnswers } from './answers.js';
import { givenTerm } from './changes.js';
import { type NamedAmount, whyNotDecimals, within } from './findings.js';
import { premiumOfChange } from './priced-changes.js';
import type { BookChange, Finding } from './records.js';
import type { BookSurroundings } from './surroundings.js';

/** What is wrong with a change by itself. */
export function whyNotChange(change: BookChange, field: string, around: BookSurroundings): Finding[] {
  const { kind, answers } = change;
  const findings = [
    ...whyNotAmounts(change, around),
    ...(givenTerm(change) ? whyNotBegun(change) : whyNotWithin(change)),
    ...whyNotCoverages(change),
    ...(answers === undefined || !givenTerm(change) ? [] : whyNotAnswers(answers, 'answers')),
  ];
  if (kind === 'ISSUE' && answers === undefined) {
    findings.push({ field: 'answers', message: 'a policy is issued with its answers' });
  }
  if (change.recordedAt !== undefined && new Date(change.recordedAt) > around.now) {
    findings.push({ field: 'recordedAt', message: 'is in the future' });
  }
  return findings.map(within(field));
}

/** Amounts have no more decimals than their currency, and a change with a price has one. */
function whyNotAmounts(change: BookChange, { settings }: BookSurroundings): Finding[] {
  const { kind, coverages, premium, termPremium, taxesAndFees } = change;
  const amounts: NamedAmount[] = [
    ['premium', premium],
    ['termPremium', termPremium],
    ...coverages.flatMap((each, index): NamedAmount[] => [
      [`coverages[${index}].premium`, each.premium],
      [`coverages[${index}].termPremium`, each.termPremium],
    ]),
    ...taxesAndFees.map(({ amount }, index): NamedAmount => [`taxesAndFees[${index}].amount`, amount]),
  ];
  const findings = whyNotDecimals(amounts, settings.currency);
  if (kind !== 'NON_RENEW' && premium === undefined && coverages.length === 0) {
    const message = `a change of the kind ${kind} needs a premium, or coverages; 0 if nothing is charged`;
    findings.push({ field: 'premium', message });
  }
  return findings;
}

function whyNotBegun(change: BookChange): Finding[] {
  const premium = premiumOfChange(change);
  const { termPremium = premium, coverages } = change;
  const whole = 'of a change that begins a term it is its premium';
  return [
    ...(Number(premium) < 0 ? [{ field: 'premium', message: 'a term does not begin with a return' }] : []),
    ...(isSame(termPremium, premium) ? [] : [{ field: 'termPremium', message: whole }]),
    ...coverages.flatMap((each, index) =>
      isSame(each.termPremium ?? each.premium, each.premium)
        ? []
        : [{ field: `coverages[${index}].termPremium`, message: whole }],
    ),
  ];
}

function whyNotWithin(change: BookChange): Finding[] {
  const { kind, term, expirationDate, coverages, taxesAndFees, answers, termPremium } = change;
  const begins = `a change of the kind ${kind} begins no term`;
  const isPriced = kind === 'ENDORSE' || kind === 'TRUE_UP';
  const charges = premiumOfChange(change);
  const isCharged = Number(charges) !== 0 || coverages.length > 0 || taxesAndFees.length > 0;
  const say = (isWrong: boolean, field: string, message: string) => (isWrong ? [{ field, message }] : []);
  return [
    ...say(term !== undefined, 'term', begins),
    ...say(expirationDate !== undefined, 'expirationDate', begins),
    ...say(!isPriced && answers !== undefined, 'answers', `a change of the kind ${kind} changes no answers`),
    ...say(!isPriced && termPremium !== undefined, 'termPremium', `a change of the kind ${kind} has none`),
    ...say(kind === 'NON_RENEW' && isCharged, 'premium', 'that a policy is not renewed charges nothing'),
    ...say(
      kind === 'CANCEL' && Number(charges) > 0,
      'premium',
      'a cancellation returns premium: it is below zero, or 0',
    ),
  ];
}

/** They are its premium together, each there once. */
function whyNotCoverages({ premium, coverages }: BookChange): Finding[] {
  const sum = sumOfAmounts(coverages.map((each) => each.premium));
  const known = new Set<string>();
  const twice = coverages.flatMap(({ coverage, unit = '' }, index) => {
    const key = JSON.stringify([coverage, unit]);
    if (!known.has(key)) {
      known.add(key);
      return [];
    }
    return [{ field: `coverages[${index}].coverage`, message: `${coverage} is there twice` }];
  });
  if (premium === undefined || coverages.length === 0 || isSame(premium, sum)) return twice;
  return [...twice, { field: 'premium', message: `is ${premium}, but its coverages are ${sum} together` }];
}

const isSame = (a: string, b: string) => Decimal.of(a).equals(b);

import { Cents, sumOf, sumOfAmounts } from '../money/cents.js';
import { endOfCoverage } from '../policy/timeline.js';
import { differenceOfTerm, receivedAtOf } from './account.js';
import type { ReadChange } from './changes.js';
import { type NamedAmount, whyNotDecimals } from './findings.js';
import { premiumOfChange } from './priced-changes.js';
import type { BookPolicy, Finding } from './records.js';
import type { BookSurroundings, ReadPolicy } from './surroundings.js';

/** Payments have a day that has come, and references of their own. */
export function whyNotPayments({ payments }: BookPolicy, { now, settings }: BookSurroundings): Finding[] {
  const references = new Set<string>();
  return payments.flatMap((payment, index): Finding[] => {
    const field = `payments[${index}]`;
    const findings: Finding[] = [];
    const reference = payment.reference ?? payment.id;
    if (reference !== undefined && references.has(reference)) {
      findings.push({ field: `${field}.reference`, message: `"${reference}" is there twice` });
    }
    if (reference !== undefined) references.add(reference);
    if (payment.receivedAt === undefined && payment.paidOn === undefined) {
      findings.push({
        field: `${field}.receivedAt`,
        message: 'when it was received is missing: give `receivedAt` or `paidOn`',
      });
    } else if (receivedAtOf(payment, now) > now) {
      findings.push({ field: `${field}.receivedAt`, message: 'is in the future' });
    }
    return [...findings, ...whyNotDecimals([[`${field}.amount`, payment.amount]], settings.currency)];
  });
}

/** Amounts of statements and figures, and the times of notes. */
export function whyNotOthers(record: BookPolicy, { now, settings }: BookSurroundings): Finding[] {
  const { statements = [], figures, notes } = record;
  const amounts: NamedAmount[] = [
    ...statements.flatMap(({ amount, installmentFee }, index): NamedAmount[] => [
      [`statements[${index}].amount`, amount],
      [`statements[${index}].installmentFee`, installmentFee],
    ]),
    ...Object.entries(figures).map(([name, amount]): NamedAmount => [`figures.${name}`, amount]),
  ];
  return [
    ...whyNotDecimals(amounts, settings.currency),
    ...notes.flatMap(({ at }, index) =>
      new Date(at) > now ? [{ field: `notes[${index}].at`, message: 'is in the future' }] : [],
    ),
  ];
}

/** The product offers its payment plan. */
export function whyNotPlan({ paymentPlan }: BookPolicy, { settings }: BookSurroundings): Finding[] {
  const offered = settings.paymentPlans.map(({ plan }) => plan);
  if (paymentPlan === undefined || offered.includes(paymentPlan)) return [];
  return [{ field: 'paymentPlan', message: `the product offers ${offered.join(', ')}` }];
}

/** What is billed of each term is what its changes charge, and no more was paid back than was received. */
export function whyNotAccount(
  record: BookPolicy,
  { changes, account }: ReadPolicy,
  { now }: BookSurroundings,
): Finding[] {
  const history = changes.at(-1)?.history;
  const last = history?.terms.length ?? 0;
  const findings: Finding[] = (record.statements ?? []).flatMap(({ term }, index) =>
    term > last ? [{ field: `statements[${index}].term`, message: `the policy has ${last} terms` }] : [],
  );
  for (let term = 1; record.statements !== undefined && term <= last; term += 1) {
    const difference = differenceOfTerm(record, changes, term);
    if (difference.isZero()) continue;
    const message = `those of term ${term} are ${difference.toText()} more than its changes charge, with taxes and fees`;
    findings.push({ field: 'statements', message });
  }
  const held = sumOf(record.payments.map(({ amount }) => Cents.of(amount)));
  if (held.isLessThan(Cents.zero)) {
    findings.push({
      field: 'payments',
      message: `more was paid back than was received: ${held.toText()}`,
    });
  }
  const ended = history?.terms.at(-1);
  const isOver = ended !== undefined && endOfCoverage(ended) <= now.today;
  if (record.closed && (!isOver || Number(account.standing.balance) !== 0)) {
    const message = 'a policy is closed when its coverage has ended and nothing is owed';
    findings.push({ field: 'closed', message });
  }
  return [...findings, ...whyNotTermPremium(changes), ...whyNotBelowZero(changes)];
}

/** The price of a term after an endorsement is that of its coverages. */
function whyNotTermPremium(changes: readonly ReadChange[]): Finding[] {
  return changes.flatMap(({ given, change }, index): Finding[] => {
    const [stretch] = change.data.stretches ?? [];
    if (given.coverages.length === 0 || given.termPremium === undefined || !stretch?.parts) return [];
    const added = sumOfAmounts(stretch.parts.map(({ inTerm }) => inTerm));
    const difference = Cents.of(stretch.inTerm ?? added).minus(Cents.of(added));
    if (difference.isZero()) return [];
    const message = `is ${difference.toText()} more than its coverages come to`;
    return [{ field: `changes[${index}].termPremium`, message }];
  });
}

function whyNotBelowZero(changes: readonly ReadChange[]): Finding[] {
  const terms = new Map<number, Cents>();
  for (const { termNumber, given } of changes) {
    const before = terms.get(termNumber) ?? Cents.zero;
    terms.set(termNumber, before.plus(Cents.of(premiumOfChange(given))));
  }
  const isBelow = [...terms.values()].some((sum) => sum.isLessThan(Cents.zero));
  return isBelow ? [{ field: 'changes', message: 'they return more than the term charges' }] : [];
}

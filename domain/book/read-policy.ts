import { addDays } from '../ground/calendar.js';
import { allTerms, endOfTerm, type Term } from '../ground/term.js';
import type { AnswerMap } from '../intake/answers.js';
import { minorDigits } from '../money/currency.js';
import { policyMetaOf } from '../policy/policy-meta.js';
import { ratedForAnswers } from '../policy/rated-parts.js';
import { answersOn, endOfCoverage, lastDayWithCoverage, type PolicyHistory } from '../policy/timeline.js';
import { readAccount } from './account.js';
import { answersOf, unitOf, whyNotAnswers } from './answers.js';
import { givenTerm, type ReadChange, readChanges, recordedAtOf, termOf, termOfChange } from './changes.js';
import { within } from './findings.js';
import { whyNotAccount, whyNotOthers, whyNotPayments, whyNotPlan } from './findings-of-account.js';
import { whyNotChange } from './findings-of-change.js';
import type { BookChange, BookPolicy, Finding } from './records.js';
import type { BookSurroundings, ReadPolicy } from './surroundings.js';

/** Reads a policy of a book; or all that is wrong with it. */
export function readPolicy(
  record: BookPolicy,
  around: BookSurroundings,
): { read: ReadPolicy } | { findings: Finding[] } {
  const plain = [
    ...record.changes.flatMap((change, index) => whyNotChange(change, `changes[${index}]`, around)),
    ...whyNotOrder(record, around),
    ...whyNotPayments(record, around),
    ...whyNotPlan(record, around),
    ...whyNotOthers(record, around),
  ];
  if (plain.length > 0) return { findings: plain };
  const { policyId, now } = around;
  const issuedMeta = metaAtIssue(record, around);
  const { changes, findings: inTurn } = changesInTurn(record, { ...around, issuedMeta });
  if (inTurn.length > 0) return { findings: inTurn };
  const read = { issuedMeta, changes, account: readAccount(record, { policyId, changes, now }) };
  const findings = whyNotAccount(record, read, around);
  return findings.length > 0 ? { findings } : { read };
}

function metaAtIssue({ changes: [issue] }: BookPolicy, around: BookSurroundings): ReadPolicy['issuedMeta'] {
  const { client, seller: agency, insurer: carrier, policyId } = around;
  const intake = answersOf(issue?.answers ?? {}, policyId);
  return policyMetaOf({ client, intake, agency, carrier, agencyCodes: [] });
}

/** The order of recording and the kinds of changes. */
function whyNotOrder({ changes }: BookPolicy, { now }: BookSurroundings): Finding[] {
  let before = new Date(0);
  return changes.flatMap((change, index): Finding[] => {
    const field = `changes[${index}]`;
    const isFirst = index === 0;
    const findings: Finding[] = [];
    if (isFirst !== (change.kind === 'ISSUE')) {
      const message = isFirst ? 'a policy begins with ISSUE' : 'a policy is issued once: use RENEW';
      findings.push({ field: `${field}.kind`, message });
    }
    if (change.recordedAt !== undefined && new Date(change.recordedAt) < before) {
      const message = 'is before that of the change before it: changes are in the order of recording';
      findings.push({ field: `${field}.recordedAt`, message });
    }
    before = recordedAtOf(change, { before, now });
    return findings;
  });
}

/** The changes; and what is wrong with the first one that does not fit the policy as the changes before it have made it. */
function changesInTurn(
  record: BookPolicy,
  { policyId, now, settings, issuedMeta: policyMeta }: BookSurroundings & Pick<ReadPolicy, 'issuedMeta'>,
): { changes: ReadChange[]; findings: Finding[] } {
  const begunOn = record.changes[0]?.effectiveDate ?? '';
  const findings: Finding[] = [];
  const reading = {
    policyId,
    now,
    digits: minorDigits(settings.currency),
    ratedFor: (answers: AnswerMap) => ratedForAnswers(answers, { policyMeta, ...settings.reporting }),
  };
  const changes = readChanges(record, reading, (change, index, before) => {
    const field = `changes[${index}]`;
    const ofTerm = givenTerm(change) ? whyNotTerm(change, begunOn) : undefined;
    const ofDay = before === null ? undefined : whyNotOn(change, before, now.today);
    if (ofTerm !== undefined) findings.push({ field: `${field}.expirationDate`, message: ofTerm });
    else if (ofDay !== undefined) findings.push({ field: `${field}.effectiveDate`, message: ofDay });
    else findings.push(...whyNotAnswered(change, before, policyId).map(within(field)));
    return findings.length === 0;
  });
  return { changes, findings };
}

/** Whether the answers of a change fit those of its day, and its coverages name units that are there. */
function whyNotAnswered(change: BookChange, before: PolicyHistory | null, policyId: string): Finding[] {
  const { answers, coverages, effectiveDate } = change;
  const known = before === null ? {} : answersOn(termOf(before, change), effectiveDate);
  const ofAnswers =
    answers === undefined || givenTerm(change) ? [] : whyNotAnswers(answers, 'answers', { before: known });
  if (ofAnswers.length > 0) return ofAnswers;
  const sent = answers === undefined ? {} : answersOf(answers, policyId, givenTerm(change) ? {} : known);
  const after = givenTerm(change) && answers !== undefined ? sent : { ...known, ...sent };
  // A coverage of an iteration that an endorsement removes names it by what it was.
  return coverages.flatMap(({ unit }, index) =>
    unit === undefined || unitOf(unit, after) !== undefined || unitOf(unit, known) !== undefined
      ? []
      : [{ field: `coverages[${index}].unit`, message: `no answer has the iteration "${unit}"` }],
  );
}

function whyNotTerm(change: BookChange, begunOn: string): string | undefined {
  const { effectiveDate, expirationDate } = change;
  const term = termOfChange(change, begunOn);
  const ends = (each: Term) => `${each} ends on ${endOfTerm(effectiveDate, each, begunOn)}`;
  if (term === undefined) {
    const later = allTerms.findIndex(
      (each) => endOfTerm(effectiveDate, each, begunOn) > (expirationDate ?? ''),
    );
    const around = later < 0 ? allTerms.slice(-1) : allTerms.slice(Math.max(0, later - 1), later + 1);
    return `no term ends on that day: ${around.map(ends).join(', ')}`;
  }
  return expirationDate === undefined || endOfTerm(effectiveDate, term, begunOn) === expirationDate
    ? undefined
    : `the term ${ends(term)}`;
}

function whyNotOn(
  { kind, effectiveDate }: BookChange,
  history: PolicyHistory,
  today: string,
): string | undefined {
  const last = history.terms.at(-1);
  if (last === undefined) return undefined;
  const { expirationDate, cancellation } = last;
  const isWithin = history.terms.some(
    (term) => term.effectiveDate <= effectiveDate && effectiveDate < endOfCoverage(term),
  );
  switch (kind) {
    case 'RENEW':
      if (cancellation !== null) return `the policy was canceled from ${cancellation.cancelledOn}`;
      if (effectiveDate > today) return 'is after today: leave the renewal out, and it is quoted here';
      return effectiveDate === expirationDate ? undefined : `the term before ends on ${expirationDate}`;
    case 'ENDORSE':
    case 'TRUE_UP':
      return isWithin
        ? undefined
        : `no term covers that day: the policy is covered until ${lastDayWithCoverage(last)}`;
    case 'CANCEL':
      if (cancellation !== null) return `the policy was canceled from ${cancellation.cancelledOn}`;
      return last.effectiveDate <= effectiveDate && effectiveDate <= addDays(expirationDate, -1)
        ? undefined
        : `the term is from ${last.effectiveDate} until ${expirationDate}`;
    case 'REINSTATE':
      if (cancellation === null) return 'the policy was not canceled';
      return effectiveDate >= cancellation.cancelledOn && effectiveDate < expirationDate
        ? undefined
        : `the policy was canceled from ${cancellation.cancelledOn}, and its term ends on ${expirationDate}`;
    case 'ISSUE':
    case 'NON_RENEW':
      return undefined;
  }
}

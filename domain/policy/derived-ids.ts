import { derivedId } from '../ground/derived-id.js';

/** What the ids of a policy's records are derived from, beside its own id. */
export interface DerivedFrom {
  termNumber: number;
  /** The number of its changes. */
  changes: number;
  /** The number of its payments that the bank returned. */
  returnedPayments: number;
  /** The days of its notices of cancellation. */
  noticeDays: readonly string[];
  paymentReferences: readonly string[];
  statements: readonly {
    id: string;
    /** The days on which it was due after it was moved. */
    movedTo: readonly string[];
  }[];
}

/**
 * The ids under which the service finds again what it did for a policy: the events of tasks (`upcoming`), reinstatements
 * by payment, and the records of terms. It lists more than there are, always in the same order: so the lists of two
 * policies with the same history correspond.
 */
export function idsDerivedFrom(policyId: string, from: DerivedFrom): string[] {
  return [
    derivedId(policyId, 'ISSUE', 'entry'),
    derivedId(policyId, 'ISSUE', 'event'),
    ...upTo(from.termNumber).flatMap((term) => idsOfTerm(policyId, term, from.changes)),
    ...upTo(from.changes).map((seq) => derivedId(policyId, 'reinstatement by payment', String(seq))),
    ...from.noticeDays.map((day) => taskId(policyId, `notice/${day}`)),
    ...from.statements.flatMap(({ id, movedTo }) =>
      ['', ...movedTo.map((day) => `/${day}`)].flatMap((moved) =>
        ['', ...upTo(from.returnedPayments).map((count) => `/${count}`)].map((again) =>
          taskId(policyId, `non-payment/${id}${moved}${again}`),
        ),
      ),
    ),
    ...from.paymentReferences.map((reference) => derivedId(policyId, 'payment', reference)),
  ];
}

function idsOfTerm(policyId: string, termNumber: number, changes: number): string[] {
  const term = String(termNumber);
  return [
    ...['finance', 'renewal-notice'].map((task) => taskId(policyId, `${task}/${term}`)),
    ...[0, ...upTo(changes)].map((count) => taskId(policyId, `renewal-quote/${count}/${term}`)),
    ...['CLOSED', 'POLICY_EXPIRED', 'POLICY_RENEWED', 'POLICY_RENEWAL_FAILED'].map((type) =>
      derivedId(policyId, type, term),
    ),
    derivedId(policyId, 'NON_RENEW', term, 'event'),
    derivedId(policyId, 'RENEW', term, 'entry'),
    derivedId(policyId, 'RENEW', term, 'event'),
  ];
}

const taskId = (policyId: string, key: string): string => derivedId(policyId, 'policy-term', key);

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

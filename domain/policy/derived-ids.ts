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
 * The parts of the ids (`derivedId`) under which the service finds again what it did for a policy: the events of tasks
 * (`upcoming`), reinstatements by payment, and the records of terms. It lists more than there are, always in the same order:
 * so the lists of two policies with the same history correspond.
 */
export function partsOfDerivedIds(policyId: string, from: DerivedFrom): string[][] {
  return [
    [policyId, 'ISSUE', 'entry'],
    [policyId, 'ISSUE', 'event'],
    ...upTo(from.termNumber).flatMap((term) => partsOfTerm(policyId, String(term), from.changes)),
    ...upTo(from.changes).map((seq) => [policyId, 'reinstatement by payment', String(seq)]),
    ...from.noticeDays.map((day) => task(policyId, `notice/${day}`)),
    ...from.statements.flatMap(({ id, movedTo }) =>
      ['', ...movedTo.map((day) => `/${day}`)].flatMap((moved) =>
        ['', ...upTo(from.returnedPayments).map((count) => `/${count}`)].map((again) =>
          task(policyId, `non-payment/${id}${moved}${again}`),
        ),
      ),
    ),
    ...from.paymentReferences.map((reference) => [policyId, 'payment', reference]),
  ];
}

function partsOfTerm(policyId: string, term: string, changes: number): string[][] {
  return [
    ...['finance', 'renewal-notice'].map((what) => task(policyId, `${what}/${term}`)),
    ...[0, ...upTo(changes)].map((count) => task(policyId, `renewal-quote/${count}/${term}`)),
    ...['CLOSED', 'POLICY_EXPIRED', 'POLICY_RENEWED', 'POLICY_RENEWAL_FAILED'].map((type) => [
      policyId,
      type,
      term,
    ]),
    [policyId, 'NON_RENEW', term, 'event'],
    [policyId, 'RENEW', term, 'entry'],
    [policyId, 'RENEW', term, 'event'],
  ];
}

const task = (policyId: string, key: string): string[] => [policyId, 'policy-term', key];

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

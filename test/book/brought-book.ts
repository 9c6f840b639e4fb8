/** A book of another system, as its NDJSON files have it: records that tests corrupt. */
export type Json = Record<string, unknown>;

const answers = {
  'client.name': 'Heron Kitchen',
  'client.state': 'TX',
  'locations[0].location.area': '3200',
};

const client = (id: string): Json => ({
  ...{ id, name: `Client ${id}`, answers, createdAt: '2023-12-01T10:00:00Z' },
  ...{ answersValidFrom: '2024-06-01T10:00:00Z' },
  history: [{ validFrom: '2023-12-01T10:00:00Z', validUntil: '2024-06-01T10:00:00Z', answers: {} }],
});

const coverages = (premises: string, medical: string): Json[] => [
  { coverage: 'PREMISES', title: 'Premises', premium: premises, unit: 'locations[0]' },
  { coverage: 'MEDICAL', title: 'Medical', premium: medical },
];

const fee = [{ type: 'POLICY_FEE', amount: '40.00', onCancellation: 'KEPT' }];

/** Renewed twice, endorsed, canceled and reinstated after ten days; paid but for its last installment. */
function lived(id: string, clientId: string): Json {
  const begun = { coverages: coverages('1000.00', '100.00'), taxesAndFees: fee };
  return {
    ...{ id, policyNumber: `OLD-${id}`, client: clientId, product: 'general-liability' },
    paymentPlan: 'FULL_PAYMENT',
    changes: [
      { kind: 'ISSUE', effectiveDate: '2024-03-01', recordedAt: '2024-02-20T15:00:00Z', answers, ...begun },
      { kind: 'RENEW', effectiveDate: '2025-03-01', expirationDate: '2026-03-01', ...begun },
      {
        ...{ kind: 'ENDORSE', effectiveDate: '2025-06-01', recordedAt: '2025-06-03T15:00:00Z' },
        answers: { 'locations[0].location.area': '4000', 'locations[1].location.area': '900' },
        coverages: [
          { coverage: 'PREMISES', premium: '74.79', termPremium: '1100.00', unit: 'locations[0]' },
          { coverage: 'PREMISES', premium: '37.40', termPremium: '50.00', unit: 'locations[1]' },
        ],
      },
      { kind: 'RENEW', effectiveDate: '2026-03-01', recordedAt: '2026-01-20T15:00:00Z', answers, ...begun },
      { kind: 'CANCEL', effectiveDate: '2026-06-01', premium: '-822.74', reason: 'Sold' },
      { kind: 'REINSTATE', effectiveDate: '2026-06-11', premium: '792.60' },
    ],
    statements: [
      { term: 1, dueDate: '2024-03-01', amount: '1140.00' },
      { term: 2, dueDate: '2025-03-01', amount: '1140.00' },
      { term: 2, kind: 'ENDORSEMENT', dueDate: '2025-06-15', amount: '112.19' },
      { term: 3, dueDate: '2026-03-01', amount: '575.00', installmentFee: '5.00' },
      { term: 3, dueDate: '2026-12-20', amount: '570.00' },
      { term: 3, kind: 'CANCELLATION', dueDate: '2026-06-01', amount: '-822.74' },
      { term: 3, kind: 'REINSTATEMENT', dueDate: '2026-06-11', amount: '792.60' },
    ],
    payments: [
      { id: 'one', amount: '1140.00', paidOn: '2024-02-25', method: 'CHECK' },
      { id: 'two', amount: '1252.19', paidOn: '2025-06-10' },
      { id: 'three', amount: '544.86', receivedAt: '2026-03-02T00:00:00Z' },
    ],
    notes: [{ at: '2024-05-05T00:00:00Z', text: 'Called.' }],
    figures: { balance: '570.00', premium: '1069.86' },
  };
}

/** One that is in its first term, without coverages. */
const plain = (id: string, clientId: string): Json => ({
  ...{ id, policyNumber: `OLD-${id}`, client: clientId, product: 'general-liability' },
  changes: [{ kind: 'ISSUE', effectiveDate: '2026-05-01', term: 'ANNUAL', answers, premium: '365.00' }],
});

export interface Book {
  clients: Json[];
  policies: Json[];
}

/** So many clients with two policies each. */
export function aBook(count: number): Book {
  const ids = Array.from({ length: count }, (_, index) => String(index + 1));
  return {
    clients: ids.map((id) => client(`C-${id}`)),
    policies: ids.flatMap((id) => [lived(`${id}a`, `C-${id}`), plain(`${id}b`, `C-${id}`)]),
  };
}

type Corruption = (policy: Json, book: Book) => void;

const change = (policy: Json, index: number) => (policy.changes as Json[])[index] as Json;
const list = (record: Json, name: string) => record[name] as Json[];

/** What can be wrong with a policy that has lived: each is found. */
export const corruptions: Readonly<Record<string, Corruption>> = {
  'no number': (policy) => delete policy.policyNumber,
  'an empty number': (policy) => Object.assign(policy, { policyNumber: '' }),
  'a number twice': (policy, { policies }) =>
    Object.assign(policy, { policyNumber: policies.find((other) => other !== policy)?.policyNumber }),
  'an id twice': (policy, { policies }) =>
    Object.assign(policy, { id: policies.find((other) => other !== policy)?.id }),
  'an unknown client': (policy) => Object.assign(policy, { client: 'C-999' }),
  'an unknown product': (policy) => Object.assign(policy, { product: 'general-liabilty' }),
  'an unknown seller': (policy) => Object.assign(policy, { seller: 'Nobody' }),
  'a plan that does not exist': (policy) => Object.assign(policy, { paymentPlan: 'WEEKLY' }),
  'a field that does not exist': (policy) => Object.assign(policy, { premium: 12 }),
  'no changes': (policy) => Object.assign(policy, { changes: [] }),
  'no issue': (policy) => list(policy, 'changes').shift(),
  'two issues': (policy) => Object.assign(change(policy, 1), { kind: 'ISSUE' }),
  'an unknown kind': (policy) => Object.assign(change(policy, 2), { kind: 'ENDORSED' }),
  'a day that does not exist': (policy) => Object.assign(change(policy, 0), { effectiveDate: '2024-02-30' }),
  'a term that ends on no day': (policy) =>
    Object.assign(change(policy, 1), { expirationDate: '2026-03-05' }),
  'a gap between terms': (policy) =>
    Object.assign(change(policy, 1), { effectiveDate: '2025-03-02', expirationDate: undefined }),
  'a term that is missing': (policy) => list(policy, 'changes').splice(1, 2),
  'an endorsement outside of the terms': (policy) =>
    Object.assign(change(policy, 2), { effectiveDate: '2023-06-01' }),
  'recordings in another order': (policy) =>
    Object.assign(change(policy, 2), { recordedAt: '2024-01-01T00:00:00Z' }),
  'a recording in the future': (policy) =>
    Object.assign(change(policy, 5), { recordedAt: '2999-01-01T00:00:00Z' }),
  'no answers at issue': (policy) => delete change(policy, 0).answers,
  'a gap between iterations': (policy) =>
    Object.assign(change(policy, 2), { answers: { 'locations[5].location.area': '1' } }),
  'an unknown unit': (policy) =>
    Object.assign(list(change(policy, 2), 'coverages')[0] as Json, { unit: 'locations[7]' }),
  'a coverage twice': (policy) => list(change(policy, 0), 'coverages').push(...coverages('1', '1')),
  'coverages that do not add up': (policy) => Object.assign(change(policy, 0), { premium: '1100.01' }),
  'fractions of cents': (policy) =>
    Object.assign(list(change(policy, 0), 'coverages')[0] as Json, { premium: '1000.001' }),
  'an amount that is none': (policy) => Object.assign(change(policy, 4), { premium: '12,50' }),
  'no premium': (policy) => delete change(policy, 4).premium,
  'a cancellation that charges': (policy) => Object.assign(change(policy, 4), { premium: '822.74' }),
  'a cancellation after the term': (policy) =>
    Object.assign(change(policy, 4), { effectiveDate: '2027-03-01' }),
  'two cancellations': (policy) => Object.assign(change(policy, 5), { kind: 'CANCEL', premium: '0' }),
  'a reinstatement of nothing': (policy) => list(policy, 'changes').splice(4, 1),
  'a reinstatement before the cancellation': (policy) =>
    Object.assign(change(policy, 5), { effectiveDate: '2026-05-01' }),
  'a return of more than was charged': (policy) => Object.assign(change(policy, 4), { premium: '-99999.00' }),
  'a statement that is off by a cent': (policy) =>
    Object.assign(list(policy, 'statements')[0] as Json, { amount: '1140.01' }),
  'a statement that is missing': (policy) => list(policy, 'statements').splice(3, 1),
  'a statement of no term': (policy) =>
    list(policy, 'statements').push({ term: 9, dueDate: '2026-01-01', amount: '0' }),
  'a payment in the future': (policy) =>
    Object.assign(list(policy, 'payments')[0] as Json, { paidOn: '2999-01-01' }),
  'a payment without a day': (policy) => delete (list(policy, 'payments')[0] as Json).paidOn,
  'a payment of nothing': (policy) => Object.assign(list(policy, 'payments')[0] as Json, { amount: '0' }),
  'a reference twice': (policy) => Object.assign(list(policy, 'payments')[1] as Json, { id: 'one' }),
  'more paid back than received': (policy) =>
    list(policy, 'payments').push({ id: 'back', amount: '-9999.00', paidOn: '2026-04-01' }),
  'amounts of four decimals': (policy) =>
    Object.assign(list(change(policy, 2), 'coverages')[0] as Json, { premium: 74.7955 }),
  'figures of five decimals': (policy) => Object.assign(policy, { figures: { paid: '1.00001' } }),
  'a statement in fractions of cents': (policy) =>
    Object.assign(list(policy, 'statements')[0] as Json, { amount: '1140.005' }),
  'a renewal ahead of its day': (policy) =>
    list(policy, 'changes').push({ kind: 'RENEW', effectiveDate: '2027-03-01', premium: '1100.00' }),
  'answers of a cancellation': (policy) =>
    Object.assign(change(policy, 4), { answers: { 'client.state': 'CA' } }),
  'a price of a term that its coverages do not come to': (policy) =>
    Object.assign(change(policy, 2), { termPremium: '9999.00' }),
  'a charge for not renewing': (policy) =>
    list(policy, 'changes').push({ kind: 'NON_RENEW', effectiveDate: '2027-03-01', premium: '5.00' }),
  'closed though in force': (policy) => Object.assign(policy, { closed: true }),
  'a note without a text': (policy) => Object.assign(list(policy, 'notes')[0] as Json, { text: '' }),
};

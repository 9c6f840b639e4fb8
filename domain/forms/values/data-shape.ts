/**
 * The kind of a bound value, which decides its default format. `wording` is a text for people, in the language of the
 * document; a condition of a product in several languages may only ask whether it is there.
 */
export type DataKind = 'text' | 'wording' | 'money' | 'number' | 'percent' | 'date' | 'boolean' | 'any';

export type DataShape = DataKind | DataObject | DataList;

/** Named values. `open` objects have further values under names that only the data has, of this kind or any. */
export interface DataObject {
  object: Readonly<Record<string, DataShape>>;
  open?: true | DataKind;
}

export interface DataList {
  list: DataObject;
}

const object = (properties: Record<string, DataShape>): DataObject => ({ object: properties });
const list = (properties: Record<string, DataShape>): DataList => ({ list: { object: properties } });
/** Data of other systems, with any content. */
const open: DataObject = { object: {}, open: true };

const amounts = { number: 'number', kind: 'text', dueDate: 'date', amount: 'money' } as const;

/** The amounts and coverages of a quote, and of a policy's contract. */
const ratedAmounts: Record<string, DataShape> = {
  premium: 'money',
  taxes: 'money',
  total: 'money',
  taxesAndFees: list({ type: 'text', amount: 'money' }),
  coverages: list({
    code: 'text',
    title: 'wording',
    group: 'wording',
    premium: 'money',
    limits: 'wording',
    details: list({
      key: 'text',
      amount: 'wording',
      amountType: 'text',
      description: 'wording',
      scope: 'text',
      scopeLabel: 'wording',
    }),
  }),
  /** The insured items, such as vehicles, among which coverages divide their premium. */
  schedule: list({
    id: 'text',
    label: 'wording',
    premium: 'money',
    /** By the code of the coverage. */
    premiums: { object: {}, open: 'money' },
    coverages: list({ code: 'text', title: 'wording', premium: 'money', limits: 'wording' }),
  }),
};

/**
 * Every value that a form can bind, besides `answers.<question>`: the content of `FormData`, by path. The
 * lint of a product checks every binding of every form against it.
 */
export const formDataShape: DataObject = object({
  today: 'date',
  generatedAt: 'text',
  form: object({ number: 'text', version: 'text', name: 'wording' }),
  organization: object({ id: 'text', name: 'text' }),
  product: object({ id: 'text', name: 'wording', version: 'text' }),
  client: object({ id: 'text', name: 'text', type: 'text', status: 'text', locationCode: 'text' }),
  quote: object({
    id: 'text',
    /** The first block of the id, for people. */
    reference: 'text',
    productName: 'wording',
    organization: 'text',
    type: 'text',
    declined: 'boolean',
    quotedOn: 'date',
    effectiveDate: 'date',
    expirationDate: 'date',
    validUntil: 'date',
    term: 'text',
    durationLength: 'number',
    durationScale: 'text',
    ...ratedAmounts,
    components: list({ name: 'wording', premium: 'money' }),
    messages: list({ severity: 'text', message: 'wording' }),
    /** The inputs that raised the premium most, at most four. */
    reasons: list({ text: 'text', amount: 'money' }),
    /** Answers that were looked up. */
    lookups: list({
      qid: 'text',
      value: 'text',
      basis: 'text',
      source: 'text',
      answeredAt: 'text',
      ageDays: 'number',
    }),
    /** With which an underwriter offers it; without days they must be met before binding. */
    conditions: list({ text: 'text', dueDays: 'number', confirmed: 'boolean' }),
    requiresUnderwriterApproval: 'boolean',
    requiresPolicyholderAcceptance: 'boolean',
    /** Values that the rating computed, by name. */
    rateMeta: open,
  }),
  policy: object({
    id: 'text',
    policyNumber: 'text',
    productName: 'wording',
    insuredName: 'text',
    issuer: 'text',
    seller: 'text',
    status: 'text',
    state: 'text',
    effectiveDate: 'date',
    expirationDate: 'date',
    lastDayWithCoverage: 'date',
    /** The term without its lapses; a cancellation is in `cancelledOn`. */
    periods: list({ from: 'date', until: 'date' }),
    /** Its days without coverage before a reinstatement. */
    lapses: list({ from: 'date', until: 'date', reason: 'text' }),
    premium: 'money',
    premiumTerm: 'text',
    paymentPlan: 'text',
    termNumber: 'number',
    cancelledOn: 'date',
    cancellationNoticeOn: 'date',
    createdOn: 'date',
    billed: 'money',
    paid: 'money',
    balance: 'money',
    statements: list({ ...amounts, paid: 'money', open: 'money', state: 'text' }),
    /** The oldest statement with an open balance. */
    nextStatement: object({ ...amounts, paid: 'money', open: 'money', state: 'text' }),
    /** The one that the event is about while it is owed, else the next statement. */
    statement: object({ ...amounts, paid: 'money', open: 'money', state: 'text' }),
    changes: list({
      kind: 'text',
      effectiveDate: 'date',
      premiumChange: 'money',
      termPremium: 'money',
      label: 'wording',
    }),
    /** The contract for a whole term, as of the document's day. */
    contract: object(ratedAmounts),
    /** The latest cancellation, or the notice of one. */
    cancellation: object({
      effectiveDate: 'date',
      reason: 'wording',
      reasonCode: 'text',
      returnPremium: 'money',
      /** What prevents the cancellation, on the ground of non-payment: this amount until this day. */
      amountDue: 'money',
      payBy: 'date',
      /** The mailing record of the notice. */
      mailedTo: 'text',
      mailedAddress: 'text',
      mailedOn: 'date',
      mailedBy: 'text',
    }),
    /** The reinstatement that undid the latest cancellation, the premium without taxes and fees. */
    reinstatement: object({ effectiveDate: 'date', cancelledOn: 'date', premium: 'money' }),
    meta: open,
  }),
  /** The endorsement that the document is about, else the last one in force. */
  change: object({
    /** Its place among the endorsements of the term, from 1. */
    number: 'number',
    kind: 'text',
    label: 'wording',
    effectiveDate: 'date',
    recordedOn: 'date',
    premium: 'money',
    taxes: 'money',
    total: 'money',
    /** Of a whole term, without and with it. */
    premiumBefore: 'money',
    premiumAfter: 'money',
    differences: list({ what: 'wording', before: 'wording', after: 'wording' }),
  }),
  /** The payload of the event that requests the document. */
  event: open,
  /** The input of the evaluation. */
  input: open,
});

/** Whether a shape is a list, an object or a value. */
export function isList(shape: DataShape): shape is DataList {
  return typeof shape === 'object' && 'list' in shape;
}

export function isObject(shape: DataShape): shape is DataObject {
  return typeof shape === 'object' && 'object' in shape;
}

/** The shape at a path below an object; undefined if there is none. */
export function shapeAt(root: DataObject, names: readonly string[]): DataShape | undefined {
  let shape: DataShape = root;
  for (const name of names) {
    if (!isObject(shape)) return undefined;
    const next: DataShape | undefined = Object.hasOwn(shape.object, name) ? shape.object[name] : undefined;
    if (next === undefined) return shape.open === true ? 'any' : shape.open;
    shape = next;
  }
  return shape;
}

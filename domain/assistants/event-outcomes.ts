import { Decimal } from '../expression/index.js';
import type { Json, JsonObject } from '../ground/json.js';
import type { QuoteDetails } from '../quote/quote.js';
import { outside } from './outside.js';
import { priceInWords } from './price.js';
import { listOf, objectOf } from './said.js';
import { codeWords, day, money as moneyText } from './words.js';

/** An event that an act has fired. */
interface FiredEvent {
  /** The `metadata` of its answer. */
  made: JsonObject;
  /** Its payload. */
  asked: JsonObject;
  /** What the preview said that it moves, not negative; null: nothing. */
  money: string | null;
  currency: string | null;
}

/** What became of an event, by its type, in money and words. */
export const eventOutcomes: Readonly<Record<string, (event: FiredEvent) => string>> = {
  GET_QUOTES: ({ made }) => listOf(made.quotes).map(quoteLine).join('\n'),
  POLICY_CREATE: ({ made, currency }) =>
    listOf(objectOf(made.POLICY_CREATE).policies)
      .map((policy) => boundLines(policy, currency ?? 'USD'))
      .join('\n'),
  POLICY_ENDORSE: ({ made, asked, money, currency }) =>
    `Changed from ${dayOf(asked.effectiveDate)}: ${changeOfPrice(made.premium, money, currency)}.`,
  POLICY_CANCEL: canceled,
  POLICY_REINSTATE: ({ made, money, currency }) =>
    `Reinstated: ${amountOf(money, currency)} is charged again. The policy is ${codeWords(made.policyState)}.`,
  RENEWAL_QUOTE_SELECTED: ({ asked, money, currency }) =>
    `Quote ${String(asked.quoteId)} is held: the policy is renewed by it at the end of its term, for ${amountOf(money, currency)} with taxes and fees.`,
  POLICY_EVENT_RECORD: () => 'The note is written.',
};

function canceled({ made, asked, money, currency }: FiredEvent): string {
  const { requested, policyState, penalty, refundableAmount } = made;
  const from = dayOf(asked.effectiveDate);
  const state = `The policy is ${codeWords(policyState)}`;
  if (requested === true)
    return `The insurer is asked to cancel from ${from}, and decides. Nothing is canceled yet. ${state}.`;
  const kept = Number(penalty) > 0 ? `, ${amountOf(penalty, currency)} is kept as a penalty` : '';
  return (
    `Canceled as of ${from}: ${amountOf(money, currency)} is returned with taxes and fees${kept}. ` +
    `Of what was paid, ${amountOf(refundableAmount, currency)} is owed to the policyholder. ${state}${policyState === 'ACTIVE' ? ' until then' : ''}.`
  );
}

function changeOfPrice(premium: Json | undefined, money: string | null, currency: string | null): string {
  if (money === null || Decimal.of(money).equals(0)) return 'the price stays the same';
  return `${amountOf(money, currency)} is ${Number(premium) < 0 ? 'returned' : 'charged'} with taxes and fees`;
}

function boundLines(policy: JsonObject, currency: string): string {
  const { id, policyNumber, premium, effectiveDate, expirationDate, balance, statements, warnings } = policy;
  const [first] = listOf(statements);
  const isAll = Number(first?.amount) === Number(balance);
  const part = isAll ? '' : `, ${amountOf(first?.amount, currency)} of it`;
  const due = first === undefined ? '' : `${part} by ${dayOf(first.dueDate)}`;
  const open =
    Number(balance) > 0
      ? `${amountOf(balance, currency)} with taxes and fees is to be paid${due}`
      : 'nothing is to be paid';
  return [
    `Bound: policy ${outside(String(policyNumber))} (id ${String(id)}), premium ${amountOf(premium, currency)} for the term ` +
      `${dayOf(effectiveDate)} to ${dayOf(expirationDate)}; ${open}.`,
    ...(Array.isArray(warnings) ? warnings.map((one) => `- ${outside(String(one), 300)}`) : []),
  ].join('\n');
}

function quoteLine(quote: JsonObject): string {
  const { requestId, bindable, requiresUnderwriterApproval, quoteDetails, lineName } = quote;
  const details = quoteDetails as unknown as QuoteDetails | undefined;
  const price = details ? priceInWords(details) : 'no price';
  const state =
    requiresUnderwriterApproval === true
      ? ' It waits for an underwriter.'
      : bindable === true
        ? ' It can be bound.'
        : ' It cannot be bound as it is.';
  const name = lineName === undefined ? '' : ` of ${outside(String(lineName))}`;
  return `Kept: quote ${String(requestId)}${name}, ${price}.${state}`;
}

const amountOf = (amount: Json | undefined, currency: string | null): string =>
  moneyText(typeof amount === 'number' || typeof amount === 'string' ? amount : 0, currency ?? 'USD');

const dayOf = (date: Json | undefined): string => (typeof date === 'string' ? day(date) : 'today');

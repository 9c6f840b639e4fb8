import { z } from 'zod';
import { editsOfItems } from '../../../../domain/assistants/item-edits.js';
import { outside } from '../../../../domain/assistants/outside.js';
import { coverageLines, messageLines } from '../../../../domain/assistants/price.js';
import { day, money } from '../../../../domain/assistants/words.js';
import type { JsonObject } from '../../../../domain/ground/json.js';
import { calendarDate, uuid } from '../../../../domain/ground/primitives.js';
import { questionId } from '../../../../domain/intake/answers.js';
import type { QuotedChange } from '../../../../domain/policy/change-quote.js';
import type { QuoteObject } from '../../../../domain/quote/quote.js';
import { mayFire } from '../../../http/caller.js';
import { answersInput } from '../../answers-input.js';
import { ToolRefused } from '../../carry-out.js';
import { previewing, type ToolContext } from '../../tool.js';
import {
  currencyOf,
  firing,
  moved,
  named,
  type SubjectPolicy,
  subjectPolicy,
  subjectQuote,
} from './policy-subject.js';

const policyId = uuid.meta({ description: 'Of find' });
const list = questionId.meta({ description: 'Such as vehicles' });
const item = z.string().min(1).max(255).meta({ description: 'Its number, or a text of only this one' });
const quoteId = uuid.optional().meta({ description: 'One made before, instead of changes' });
const most = 100;

const edits = {
  answers: answersInput.optional(),
  add: z
    .array(z.strictObject({ list, answers: answersInput }))
    .max(most)
    .optional(),
  change: z
    .array(z.strictObject({ list, item, answers: answersInput }))
    .max(most)
    .optional(),
  remove: z.array(z.strictObject({ list, item })).max(most).optional(),
};
type Edits = z.output<z.ZodObject<typeof edits>>;

function editsOf({ intakeAnswers }: SubjectPolicy, given: Edits): JsonObject | undefined {
  if (Object.values(given).every((one) => one === undefined)) return undefined;
  const made = editsOfItems(intakeAnswers ?? {}, given as Parameters<typeof editsOfItems>[1]);
  if ('edits' in made) return made.edits as JsonObject;
  const names = made.unknown.map((one) => outside(one)).join(', ');
  throw new ToolRefused(
    `There is no single item ${names}: name it by its number, or by a text that only it has.`,
  );
}

interface Quoted {
  metadata: { quoteId?: string; outcome: string; reason?: string; waits?: string; held?: boolean };
}

/** Rates a change as an event does, which keeps its quote: there is no price of a change without one. */
async function quoted(
  type: 'POLICY_ENDORSEMENT_QUOTING' | 'POLICY_RENEWAL_QUOTING',
  { policy }: SubjectPolicy,
  payload: JsonObject,
  { operations, progress }: ToolContext,
): Promise<{ quote: QuoteObject; held: boolean }> {
  progress('Rating the change');
  const body = { type, lineId: policy.productId, payload: { policyId: policy.id, ...payload } };
  const { metadata } = await operations.call<Quoted>('fireEvent', { body });
  if (metadata.quoteId === undefined)
    throw new ToolRefused(`No quote was made: ${outside(metadata.reason ?? metadata.outcome, 500)}`);
  return { quote: await subjectQuote(operations, metadata.quoteId), held: metadata.held === true };
}

const state = ({ bindable, requiresUnderwriterApproval }: QuoteObject): string =>
  requiresUnderwriterApproval
    ? '- It cannot be done before an underwriter approves the quote.'
    : bindable
      ? '- It can be done as it is.'
      : '- It cannot be done as it is.';

/** An endorsement: answers that change from a day on. */
export const endorse = previewing({
  name: 'endorse',
  title: 'Preview an endorsement',
  sentence:
    'Previews a change of what a policy insures from a day on, and its price; it only keeps a quote, and `act` does it.',
  input: z.strictObject({
    policyId,
    effectiveDate: calendarDate.meta({ description: 'First day of the change' }),
    ...edits,
    quoteId,
  }),
  operations: ['getPolicySections', 'getQuote', 'fireEvent'],
  isFor: (caller) => mayFire(caller, 'POLICY_ENDORSE') && mayFire(caller, 'POLICY_ENDORSEMENT_QUOTING'),
  previews: async ({ policyId: id, effectiveDate, quoteId: known, ...given }, context) => {
    const subject = await subjectPolicy(context.operations, id, true);
    const changes = known === undefined ? editsOf(subject, given) : undefined;
    if (known === undefined && changes === undefined)
      throw new ToolRefused('Say what changes: answers, add, change or remove.');
    const { quote } =
      known === undefined
        ? await quoted(
            'POLICY_ENDORSEMENT_QUOTING',
            subject,
            { effectiveDate, edits: changes as JsonObject },
            context,
          )
        : { quote: await subjectQuote(context.operations, known) };
    const change = quote.metadata.policyChange as QuotedChange | undefined;
    if (change?.policyId !== id)
      throw new ToolRefused(`The change has no price:\n${messageLines(quote.messages).join('\n')}`);
    const currency = currencyOf(subject);
    const amount = (value: string) => money(value, currency);
    const { termPremium, days, daysOfTerm, conflicts = [] } = change;
    return {
      operation: firing('POLICY_ENDORSE', subject.policy.productId, {
        policyId: id,
        quoteId: quote.requestId,
        effectiveDate: change.effectiveDate,
      }),
      title: `Change ${named(subject)} from ${day(change.effectiveDate)}`,
      changes: [
        `- For the rest of the term (${days} of ${daysOfTerm} days): premium ${amount(change.premium)}, taxes and fees ${amount(change.taxesAndFees)}. A negative amount is returned.`,
        `- A whole term: premium ${amount(termPremium.before)} before, ${amount(termPremium.after)} with the change.`,
        ...(conflicts.length > 0
          ? [`- ${conflicts.length} later changes of the same answers stay as they are.`]
          : []),
        state(quote),
        ...messageLines(quote.messages),
        `- Quote ${quote.requestId}.`,
      ].join('\n'),
      ...moved(currency, change.premium, change.taxesAndFees),
      about: { policyId: id, clientId: subject.policy.clientId, quoteId: quote.requestId },
      basis: JSON.stringify([
        subject.policy.version,
        quote.version,
        quote.bindable,
        change.premium,
        change.taxesAndFees,
      ]),
      again: { quoteId: quote.requestId },
    };
  },
});

/** The renewal of a policy: the quote by which its next term begins. */
export const renew = previewing({
  name: 'renew',
  title: 'Preview a renewal',
  sentence:
    'Previews the next term of a policy, perhaps with changes; it keeps a quote, and `act` holds that quote for the end of the term.',
  input: z.strictObject({ policyId, ...edits, quoteId }),
  operations: ['getPolicySections', 'getQuote', 'fireEvent'],
  isFor: (caller) => mayFire(caller, 'RENEWAL_QUOTE_SELECTED') && mayFire(caller, 'POLICY_RENEWAL_QUOTING'),
  previews: async ({ policyId: id, quoteId: known, ...given }, context) => {
    const before = await subjectPolicy(context.operations, id, true);
    const changes = known === undefined ? editsOf(before, given) : undefined;
    const { quote, held } =
      known === undefined
        ? await quoted(
            'POLICY_RENEWAL_QUOTING',
            before,
            changes === undefined ? {} : { edits: changes },
            context,
          )
        : { quote: await subjectQuote(context.operations, known), held: false };
    // Quoting changes the policy where the product renews it by the quote.
    const subject = known === undefined ? await subjectPolicy(context.operations, id) : before;
    const { quoteDetails, requestId } = quote;
    if (quoteDetails === undefined || quote.type !== 'RENEWAL')
      throw new ToolRefused(`The renewal has no price:\n${messageLines(quote.messages).join('\n')}`);
    const currency = currencyOf(subject);
    const { amount, taxesAndFees = [] } = quoteDetails.premium;
    const taxes = taxesAndFees.map((one) => one.amount);
    const { money: total } = moved(currency, amount, ...taxes);
    return {
      operation: firing('RENEWAL_QUOTE_SELECTED', subject.policy.productId, {
        policyId: id,
        quoteId: requestId,
      }),
      title: `Renew ${named(subject)} on ${day(quote.effectiveDate)}`,
      changes: [
        `- Premium of the next term ${money(amount, currency)}, with taxes and fees ${money(total?.amount ?? '0', currency)}.`,
        ...coverageLines(quoteDetails),
        state(quote),
        ...(held
          ? [
              '- The product renews by itself: the quote is held already, and the policy is renewed by it unless that is changed.',
            ]
          : []),
        ...messageLines(quote.messages),
        `- Quote ${requestId}.`,
      ].join('\n'),
      ...(total && { money: total }),
      about: { policyId: id, clientId: subject.policy.clientId, quoteId: requestId },
      basis: JSON.stringify([subject.policy.version, quote.version, quote.bindable, amount, taxes]),
      again: { quoteId: requestId },
    };
  },
});

import { z } from 'zod';
import { answerMapOf } from '../../../../domain/assistants/answers.js';
import { ofProduct, outside } from '../../../../domain/assistants/outside.js';
import { messageLines, priceInWords } from '../../../../domain/assistants/price.js';
import { type Rated, ratedInWords } from '../../../../domain/assistants/rated.js';
import { codeWords, day } from '../../../../domain/assistants/words.js';
import { paymentPlan } from '../../../../domain/billing/payment-plan.js';
import { contentHash } from '../../../../domain/ground/canonical-json.js';
import type { JsonObject } from '../../../../domain/ground/json.js';
import { calendarDate, uuid } from '../../../../domain/ground/primitives.js';
import { term } from '../../../../domain/ground/term.js';
import type { QuoteObject } from '../../../../domain/quote/quote.js';
import { mayFire } from '../../../http/caller.js';
import { answersInput } from '../../answers-input.js';
import { ToolRefused } from '../../carry-out.js';
import { previewing } from '../../tool.js';
import { firing, moved, subjectQuote } from './policy-subject.js';

interface Ratings {
  ratings: (Rated & { productVersionId?: string })[];
  carriers: number;
  terms: string[];
  productVersionId: string;
}

/** A quote that is kept, for a client. */
export const quote = previewing({
  name: 'quote',
  title: 'Preview a quote',
  sentence:
    'Previews a quote of answers that is kept for a client, who is made if there is none yet; `act` makes it.',
  input: z.strictObject({
    productId: uuid.meta({ description: 'Of list_products' }),
    effectiveDate: calendarDate.meta({ description: 'First day of cover' }),
    term: term.optional(),
    answers: answersInput,
    clientId: uuid.optional().meta({ description: 'Default: a new client' }),
  }),
  operations: ['tryRating', 'fireEvent'],
  isFor: (caller) => mayFire(caller, 'GET_QUOTES'),
  previews: async ({ productId, effectiveDate, term: asked, answers, clientId }, { operations }) => {
    const intake = answerMapOf(answers);
    const body = { effectiveDate, intake, ...(asked !== undefined && { term: asked }) };
    const rated = await operations.call<Ratings>('tryRating', { params: { product_id: productId }, body });
    const { text } = ratedInWords(rated);
    const fired = firing('GET_QUOTES', productId, {
      ...(body as JsonObject),
      ...(clientId !== undefined && { clientId }),
    });
    return {
      operation: { ...fired, body: { ...(fired.body as JsonObject), forceSync: true } },
      title: `Quote for ${clientId === undefined ? 'a new client' : 'the client'} from ${day(effectiveDate)}`,
      changes: `A quote is kept, no policy is issued. Its price as of now:\n${text}`,
      about: { ...(clientId !== undefined && { clientId }) },
      basis: contentHash([
        rated.productVersionId,
        rated.ratings.map(({ quoteDetails, bindable }) => [quoteDetails?.premium, bindable]),
      ]),
    };
  },
});

/** A policy by a quote. */
export const bind = previewing({
  name: 'bind',
  title: 'Preview a policy',
  sentence: 'Previews the policy that a quote becomes, with its price and payment plan; `act` issues it.',
  input: z.strictObject({
    quoteId: uuid.meta({ description: 'A quote that can be bound' }),
    paymentPlan: paymentPlan.default('FULL_PAYMENT'),
    paymentRequired: z.boolean().optional().meta({ description: 'false: issue before it is paid' }),
  }),
  operations: ['getQuote', 'fireEvent'],
  isFor: (caller) => mayFire(caller, 'POLICY_CREATE'),
  previews: async ({ quoteId, paymentPlan: plan, paymentRequired }, { operations }) => {
    const found = await subjectQuote(operations, quoteId);
    const { quoteDetails, clientId, effectiveDate, lineId, lineName, messages, bindable } = found;
    if (quoteDetails === undefined || clientId === undefined)
      throw new ToolRefused(`The quote has no price, or no client:\n${messageLines(messages).join('\n')}`);
    const { amount, taxesAndFees = [] } = quoteDetails.premium;
    const name = found.quoteIntake['client.name'];
    const insured = name?.type === 'ANSWER' ? ` for ${outside(name.answer)}` : '';
    return {
      operation: firing('POLICY_CREATE', lineId, {
        clientId,
        quoteIds: [quoteId],
        paymentPlans: { [quoteId]: plan },
        ...(paymentRequired !== undefined && { paymentRequired }),
      }),
      title: `Issue a policy of ${ofProduct(lineName)}${insured} from ${day(effectiveDate)}`,
      changes: [
        `- ${priceInWords(quoteDetails)}.`,
        `- Payment plan: ${codeWords(plan)}${paymentRequired === false ? ', issued before it is paid' : ''}. What is paid and the authority are checked when it is done.`,
        ...(plan === 'FULL_PAYMENT'
          ? []
          : ['- Fees for paying in instalments come on top, if the product has any.']),
        ...(bindable ? [] : [whyNotBindable(found)]),
        ...messageLines(messages),
      ].join('\n'),
      ...moved('USD', amount, ...taxesAndFees.map((one) => one.amount)),
      about: { quoteId, clientId },
      basis: contentHash([found.version, bindable, quoteDetails.premium]),
    };
  },
});

const whyNotBindable = ({ requiresUnderwriterApproval }: QuoteObject): string =>
  requiresUnderwriterApproval
    ? '- It would be refused now: an underwriter has to approve the quote.'
    : '- It would be refused now: the quote cannot be bound.';

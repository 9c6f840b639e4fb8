import type { Knex } from 'knex';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { addDays } from '../../domain/ground/calendar.js';
import {
  type Condition,
  type InformationRequest,
  openRequestOf,
  type QuoteUnderwriting,
} from '../../domain/quote/underwriting.js';
import type { Quote } from '../models/quote.js';
import { closeTasks } from '../tasks/close-tasks.js';
import { openTask } from '../tasks/open-task.js';
import { conditionOf, decisionOn } from '../tasks/tasks-of-quote.js';

type AskedQuote = Pick<Quote, 'requestId' | 'clientOrganizationId' | 'quotingOrganizationId'>;

const requestKey = (requestId: string) => `information-request/${requestId}`;
const offerKey = (quoteId: string) => `quote-offer/${quoteId}`;

/** The seller has to answer. */
export async function askSeller(
  trx: Knex,
  quote: AskedQuote,
  { informationRequestId, dueOn }: Pick<InformationRequest, 'informationRequestId' | 'dueOn'>,
  now: BusinessTime,
): Promise<void> {
  await openTask(trx, {
    organizationId: quote.clientOrganizationId,
    key: requestKey(informationRequestId),
    waitsFor: requestKey(informationRequestId),
    title: 'Answer the underwriter’s questions about the quote',
    about: { quoteId: quote.requestId },
    dueOn,
    now,
  });
}

/** The seller has answered: the underwriter goes on with the quote, if it is still under review. */
export async function askUnderwriter(
  trx: Knex,
  quote: AskedQuote & { assignedTo: string | null; isUnderReview: boolean },
  requestId: string,
  now: BusinessTime,
): Promise<void> {
  await closeTasks(trx, { waitsFor: requestKey(requestId), reason: 'the questions were answered', now });
  if (!quote.isUnderReview) return;
  await openTask(trx, {
    organizationId: quote.quotingOrganizationId,
    key: `information-answer/${requestId}`,
    waitsFor: decisionOn(quote.requestId),
    title: 'Decide on the quote: the seller has answered',
    about: { quoteId: quote.requestId },
    personId: quote.assignedTo ?? undefined,
    now,
  });
}

/** The open request was withdrawn: nobody has to answer it any more. */
export async function closeRequest(
  trx: Knex,
  { underwriting }: Pick<Quote, 'underwriting'>,
  reason: string,
  now: BusinessTime,
): Promise<void> {
  const open = openRequestOf(underwriting);
  if (open !== undefined)
    await closeTasks(trx, { waitsFor: requestKey(open.informationRequestId), reason, now });
}

/** The quote is decided or replaced: nobody has to answer, decide or accept any more. */
export async function closeReview(
  trx: Knex,
  quote: Pick<Quote, 'requestId' | 'underwriting'>,
  reason: string,
  now: BusinessTime,
): Promise<void> {
  await closeRequest(trx, quote, reason, now);
  await closeTasks(trx, { waitsFor: [decisionOn(quote.requestId), offerKey(quote.requestId)], reason, now });
}

/** The seller has to accept or decline an offer. */
export async function offerToSeller(trx: Knex, quote: AskedQuote, now: BusinessTime): Promise<void> {
  await openTask(trx, {
    organizationId: quote.clientOrganizationId,
    key: offerKey(quote.requestId),
    waitsFor: offerKey(quote.requestId),
    title: 'Accept or decline the underwriter’s offer',
    about: { quoteId: quote.requestId },
    now,
  });
}

/** The seller has answered an offer: where it is accepted, the insurer has to confirm what must be met before binding. */
export async function closeOffer(
  trx: Knex,
  quote: AskedQuote,
  { offer, conditions = [] }: Pick<QuoteUnderwriting, 'offer' | 'conditions'>,
  now: BusinessTime,
): Promise<void> {
  await closeTasks(trx, { waitsFor: offerKey(quote.requestId), reason: 'the offer was answered', now });
  if (offer?.state !== 'ACCEPTED') return;
  for (const condition of conditions.filter(({ dueDays }) => dueDays === undefined)) {
    await awaitCondition(trx, quote, condition, { now });
  }
}

/** The quote is bound: the insurer has to confirm the conditions that are due some days later. */
export async function awaitConditions(
  trx: Knex,
  quote: AskedQuote & Pick<Quote, 'underwriting'>,
  { policyId, now }: { policyId: string; now: BusinessTime },
): Promise<void> {
  for (const condition of quote.underwriting?.conditions ?? []) {
    const { dueDays } = condition;
    if (dueDays === undefined || condition.state === 'CONFIRMED') continue;
    await awaitCondition(trx, quote, condition, { policyId, dueOn: addDays(now.today, dueDays), now });
  }
}

async function awaitCondition(
  trx: Knex,
  quote: AskedQuote,
  { conditionId, text, state }: Condition,
  { policyId, dueOn, now }: { policyId?: string; dueOn?: string; now: BusinessTime },
): Promise<void> {
  if (state === 'CONFIRMED') return;
  await openTask(trx, {
    organizationId: quote.quotingOrganizationId,
    key: conditionOf(conditionId),
    waitsFor: conditionOf(conditionId),
    title: `Confirm the condition: ${text}`,
    about: { quoteId: quote.requestId, policyId },
    dueOn,
    now,
  });
}

/** A condition is met. */
export async function closeCondition(trx: Knex, conditionId: string, now: BusinessTime): Promise<void> {
  await closeTasks(trx, { waitsFor: conditionOf(conditionId), reason: 'the condition was confirmed', now });
}

import type { Transaction } from 'objection';
import { businessTimeOf } from '../../db/clock.js';
import { fireAboutQuote } from '../../db/events/fire-about-quote.js';
import { acceptFollowUp, contextUnder } from '../../db/events/follow-up.js';
import { eventDates } from '../../db/events/new-event.js';
import type { AcceptedEvent } from '../../db/events/read-event.js';
import { keepResult, markRunning, recordAction } from '../../db/events/record-action.js';
import { beginWaitingAction, endOfWait, lockAction, markWaiting } from '../../db/events/waiting-action.js';
import { stopsOfNewQuote } from '../../db/holds/stops-of-quote.js';
import { InboundMessage } from '../../db/models/inbound-message.js';
import { Quote } from '../../db/models/quote.js';
import { lockPolicy, lookSoon } from '../../db/policy-changes/lock-policy.js';
import { insertQuotes, type NewQuote, type QuoteToRecord } from '../../db/quotes/record-quote.js';
import type { ThirdPartyAction } from '../../domain/actions/configured-action.js';
import {
  type CarrierFailure,
  type CarrierOutcome,
  carrierFailure,
} from '../../domain/carrier/carrier-outcome.js';
import { rateCarrierOutcome } from '../../domain/carrier/rate-carrier.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { judgedByLookups } from '../../domain/lookups/judged-by-lookups.js';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import { renewalQuote } from '../../domain/policy/renewal-quote.js';
import { newQuote } from '../../domain/quote/new-quote.js';
import { stoppedQuote } from '../../domain/quote/stopped-quote.js';
import type { ActionToRun, RunPlan } from '../../domain/runs/fired-event.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { missing } from '../ground/failures.js';
import { hasSellersTime } from '../policy-changes/hold-renewal.js';
import { recordRenewal } from '../policy-changes/record-renewal.js';
import { expiringTermOf } from '../rating/expiring-term.js';
import { quoteContextOf } from '../rating/quoting-action.js';
import type { RenewalToAsk } from '../rating/renewal-to-ask.js';
import type { PendingCarrierQuote } from './begin-carrier-quote.js';

/** A carrier's action of an event. */
export type CarrierActionToRun = ActionToRun<ThirdPartyAction['type']>;

/** The result of a carrier's action; workflows start the runs of the events that it fired. */
export interface SettledAction {
  quoteIds: string[];
  fired: RunPlan[];
  failure: string | null;
}

/**
 * Makes quotes from carriers' answers. The first accepted answer counts, whether it is a reply or a message.
 */
export class CarrierQuotes {
  constructor(private readonly uses: ActivityDependencies) {}

  /**
   * Records that the carrier is being asked before the request is sent, as its message may arrive before its
   * reply. False if there is an answer already, or no consent to ask.
   */
  async open(making: PendingCarrierQuote, planned: CarrierActionToRun, attempt: number): Promise<boolean> {
    const { db, now } = this.uses;
    if (making.quoting.refusal !== undefined) return false;
    return db.transaction(async (trx) => {
      const isOpen = await beginWaitingAction(trx, {
        ...planned,
        triggerRequestId: making.event.triggerRequestId,
        attempts: attempt,
        requestId: making.requestId,
        quotingOrganizationId: making.quoting.organizationId,
        startedAt: now(),
      });
      return isOpen && (await this.#received(trx, making)) === undefined;
    });
  }

  /** The carrier will answer later: returns how long to wait, or undefined if the answer has arrived. */
  async wait(making: PendingCarrierQuote): Promise<number | undefined> {
    const { db, now } = this.uses;
    const { action, event } = making;
    return db.transaction(async (trx) => {
      const until = await markWaiting(trx, {
        triggerRequestId: event.triggerRequestId,
        actionId: action.id,
        waitsFor: `the answer of ${action.endpoint}`,
        ...(await endOfWait(trx, { now, clockId: event.clockId }, action.waitHours)),
      });
      if (until === undefined || (await this.#received(trx, making)) !== undefined) return undefined;
      return Math.max(0, until.getTime() - now().getTime());
    });
  }

  /**
   * Stores the quote of the received answer, or else of `outcome`, and ends the action; once. An answer in the name of
   * an organization that does not consent, or no more, becomes a decline.
   */
  async settle(
    making: PendingCarrierQuote,
    planned: CarrierActionToRun,
    outcome: CarrierOutcome,
  ): Promise<SettledAction> {
    const { refusal } = making.quoting;
    if (refusal !== undefined) return this.giveUp(making, planned, carrierFailure('NO_CONSENT', refusal));
    return this.#settle(making, planned, (received) =>
      received === undefined ? outcome : { kind: 'ANSWERED', raw: received },
    );
  }

  /**
   * As `settle`, for a received answer that cannot be stored as a quote: keeps the answer and stores a
   * decline with the reason.
   */
  async giveUp(
    making: PendingCarrierQuote,
    planned: CarrierActionToRun,
    failure: CarrierFailure,
  ): Promise<SettledAction> {
    return this.#settle(making, planned, (received) => ({
      ...failure,
      raw: received ?? failure.raw,
    }));
  }

  async #settle(
    making: PendingCarrierQuote,
    planned: CarrierActionToRun,
    outcomeOf: (received: JsonObject | undefined) => CarrierOutcome,
  ): Promise<SettledAction> {
    const { db, catalog } = this.uses;
    const { requestId, event } = making;
    return db.transaction(async (trx) => {
      const run = await lockAction(trx, event.triggerRequestId, planned.actionId);
      const over = run?.endedAt ? { failure: run.lastError } : undefined;
      const received = await this.#received(trx, making);
      const settled: { failure: string | null; fired?: RunPlan[] } =
        over ??
        (await this.#write(trx, making, planned, {
          attempts: run?.attempts ?? 1,
          outcome: outcomeOf(received?.payload),
        }));
      const quote = await Quote.query(trx).findById(requestId);
      const isReferred = quote?.requiresUnderwriterApproval === true && quote.underwriterResponse === null;
      const referred = isReferred ? quote : undefined;
      const { parent } = contextUnder(event, planned.actionId);
      const fired = referred
        ? [await fireAboutQuote(trx, catalog, 'UNDERWRITING_REFERRED', referred, parent)]
        : [];
      return {
        quoteIds: quote ? [requestId] : [],
        fired: [...fired, ...(settled.fired ?? [])],
        failure: settled.failure,
      };
    });
  }

  async #received(trx: Transaction, { requestId }: PendingCarrierQuote) {
    return InboundMessage.query(trx).findOne('request_id', requestId).select('payload');
  }

  async #write(
    trx: Transaction,
    making: PendingCarrierQuote,
    planned: CarrierActionToRun,
    { attempts, outcome }: { attempts: number; outcome: CarrierOutcome },
  ): Promise<{ failure: string | null; fired: RunPlan[] }> {
    const { event, action, plan, term, request, question, lookups } = making;
    const now = await businessTimeOf(trx, this.uses, event);
    const moment = now.systemTime;
    const { intake, effectiveDate } = question;
    const algorithm =
      plan && action.type === 'THIRD_PARTY_RATING_ALGO' ? { plan, inputs: action.inputs } : undefined;
    const { today } = eventDates(event, making.version);
    const coverageDifference = action.type === 'THIRD_PARTY_RATING' ? action.coverageDifference : undefined;
    const { currency } = policySettingsOf(making.version.definition);
    const told = await this.#toldOfExpiring(trx, making);
    const asked = { intake, effectiveDate, today, term, currency, algorithm, coverageDifference };
    const rated = rateCarrierOutcome({ ...asked, expiring: told?.values }, outcome);
    const made = newQuote({ ...quoteContextOf(making, { term, now }), expiring: told }, rated.rating);
    const quote = judgedByLookups(made, lookups);
    await recordAction(trx, {
      ...planned,
      triggerRequestId: event.triggerRequestId,
      kind: 'CONFIGURED',
      state: rated.failure === null ? 'SUCCEEDED' : 'FAILED',
      attempts,
      lastError: rated.failure,
      requestId: making.requestId,
      startedAt: moment,
      endedAt: moment,
    });
    const answered: NewQuote = {
      ...expiring(quote, rated.expirationDate),
      rawQuoteRequest: request,
      rawQuoteDetails: outcome.raw ?? { answered: false },
      inputMappingData: rated.inputs,
    };
    const { worksheet } = rated.rating;
    const isLimited = rated.expirationDate !== null;
    let fired: RunPlan[] = [];
    if (making.renewal === undefined) {
      const stops = await stopsOfNewQuote(trx, this.uses, answered, now);
      await insertQuotes(trx, [{ quote: stoppedQuote(answered, stops), worksheet }]);
    } else {
      const asked = { event, planned, quote: answered, worksheet, isLimited };
      fired = await this.#renew(trx, making.renewal, asked);
    }
    await markRunning(trx, event.triggerRequestId);
    return { failure: rated.failure, fired };
  }

  /** What a plan that rates the carrier's answer is told of the expiring term. */
  async #toldOfExpiring(trx: Transaction, { renewal, plan }: PendingCarrierQuote) {
    if (renewal === undefined) return undefined;
    const { policy, next } = renewal;
    return expiringTermOf(
      { db: trx, catalog: this.uses.catalog },
      policy,
      next.expiring,
      plan?.expiringRead ?? [],
    );
  }

  /** Stores the carrier's quote for the next term of a policy, with what becomes of the renewal. */
  async #renew(
    trx: Transaction,
    { policy: { id: policyId }, next, version, askedAt }: RenewalToAsk,
    {
      event,
      planned,
      quote,
      worksheet,
      isLimited,
    }: QuoteToRecord & { event: AcceptedEvent; planned: CarrierActionToRun; isLimited: boolean },
  ): Promise<RunPlan[]> {
    const { catalog } = this.uses;
    const now = await businessTimeOf(trx, this.uses, event);
    const policy = await lockPolicy(trx, policyId);
    if (policy === undefined) throw missing('policy', policyId);
    const { renewal, lost } = next;
    const renewing = renewalQuote(quote, renewal, { validAsRated: isLimited });
    const { metadata, fires } = await recordRenewal(trx, {
      policy,
      event,
      now,
      catalog,
      quoted: { records: [{ quote: renewing, worksheet }], renewal, lost },
      settings: policySettingsOf(version.definition).renewal,
      isComparison: hasSellersTime(event, policy, askedAt),
    });
    const { triggerRequestId } = event;
    await keepResult(trx, { triggerRequestId, actionId: planned.actionId }, { metadata });
    await lookSoon(trx, policyId, now);
    const context = { ...contextUnder(event, planned.actionId), policyId };
    const fired: RunPlan[] = [];
    for (const followUp of fires) fired.push(await acceptFollowUp(trx, catalog, context, followUp));
    return fired;
  }
}

function expiring(quote: NewQuote, expirationDate: string | null): NewQuote {
  if (expirationDate === null || quote.quoteDetails === null) return quote;
  const expiresAt = new Date(expirationDate);
  return {
    ...quote,
    expiresAt,
    quoteDetails: { ...quote.quoteDetails, expirationDate: expiresAt.toISOString() },
  };
}

import { z } from 'zod';
import { recordAudit } from '../../db/audit/record-audit.js';
import { auditedTime } from '../../db/clock.js';
import type { Database } from '../../db/database.js';
import { fireAboutQuote } from '../../db/events/fire-about-quote.js';
import { causedBy } from '../../db/identity/caused-by.js';
import { Quote } from '../../db/models/quote.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import { closeReview, offerToSeller } from '../../db/quotes/review-tasks.js';
import type { Decided } from '../../domain/ground/author.js';
import { uuid } from '../../domain/ground/primitives.js';
import {
  review,
  type UnderwriterDecision,
  underwriterDecision,
} from '../../domain/quote/underwriter-decision.js';
import { withoutOpenRequest } from '../../domain/quote/underwriting.js';
import type { RunPlan } from '../../domain/runs/fired-event.js';
import { Conflict } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import { endpoint } from '../http/endpoint.js';
import { auditOf, authorOf } from '../http/person.js';
import type { EventRuns } from '../runs/event-runs.js';
import { quoteToReview } from './quote-parties.js';
import { timeOfDecision } from './reviews.js';

export const decideAsUnderwriter = endpoint({
  method: 'post',
  path: '/quote/:quoteId/underwriter-decision',
  operationId: 'decideAsUnderwriter',
  summary: "Record an underwriter's decision on a quote",
  description:
    'Only the quoting organization decides. The same decision again is accepted and changes nothing; the opposite ' +
    'one is a conflict. Fires `UNDERWRITING_APPROVED` or `UNDERWRITING_DECLINED`; with `changes`, which make a quote that is ' +
    'offered to the seller in the place of this one (`underwriting.replacedBy`), `UNDERWRITING_OFFERED`.',
  tags: ['Quotes'],
  params: z.object({ quoteId: uuid }),
  body: underwriterDecision,
  bodyExample: { isApproved: true, underwriterNotes: 'Sprinklers are in place.' },
  responses: {
    204: { description: 'Recorded.' },
    409: {
      description:
        'The quote is not under review, was decided otherwise, or has expired and cannot be approved.',
    },
  },
  permission: 'quotes:decide',
  spec: '3, 4.5',
});

export interface UnderwritingDependencies {
  db: Database;
  catalog: ProductCatalog;
  runs: Pick<EventRuns, 'startSoon'>;
  now: () => Date;
}

/** Decisions of underwriters on referred quotes (spec 3). */
export class Underwriting {
  constructor(private readonly uses: UnderwritingDependencies) {}

  /**
   * Records a decision and fires its event, both or neither. 404 for a quote that the caller cannot see, 403
   * for one that another organization decides, 409 if the quote is not, or no longer, under review.
   */
  async decide(caller: Caller, quoteId: string, decision: UnderwriterDecision): Promise<void> {
    const { db, runs } = this.uses;
    const fired = await db.transaction(async (trx) => {
      const quote = await quoteToReview(trx, caller, quoteId, 'LOCKED');
      const now = await timeOfDecision(trx, this.uses, quote);
      const outcome = review(quote, decision.isApproved);
      if (outcome.result === 'REFUSED') throw new Conflict(outcome.reason);
      const { replacedBy } = quote.underwriting ?? {};
      if (replacedBy !== undefined) throw new Conflict(`quote ${replacedBy} took its place`);
      if (outcome.result === 'UNCHANGED') return undefined;
      if (decision.isApproved) refuseExpired(quote, now);
      await causedBy(trx, { createdBy: authorOf(caller) });
      await Quote.query(trx)
        .findById(quoteId)
        .patch({
          underwriterResponse: responseOf(caller, decision, now),
          underwriting: withoutOpenRequest(quote.underwriting, authorOf(caller), now),
          bindable: outcome.bindable,
        });
      const reason = `an underwriter has ${decision.isApproved ? 'approved' : 'declined'} the quote`;
      await closeReview(trx, quote, reason, now);
      // It was offered, and referred for other reasons than those that the offer was made for.
      if (decision.isApproved && quote.underwriting?.offer?.state === 'OPEN')
        await offerToSeller(trx, quote, now);
      await recordAudit(trx, {
        action: 'QUOTE_DECIDED',
        organizationId: caller.organizationId,
        ...auditOf(caller),
        targetId: quoteId,
        details: { isApproved: decision.isApproved, ...auditedTime(quote, now) },
      });
      return this.#fire(trx, quote, decision.isApproved);
    });
    if (fired !== undefined) await runs.startSoon(fired);
  }

  #fire(trx: Database, quote: Quote, isApproved: boolean): Promise<RunPlan> {
    const type = isApproved ? 'UNDERWRITING_APPROVED' : 'UNDERWRITING_DECLINED';
    return fireAboutQuote(trx, this.uses.catalog, type, quote);
  }
}

/** A decision as it is stored with the quote. */
export function responseOf(
  caller: Caller,
  decision: UnderwriterDecision,
  now: Date,
): Decided<UnderwriterDecision> {
  const { underwriterId: _sent, ...rest } = decision;
  return {
    ...rest,
    ...(caller.personId !== undefined && { underwriterId: caller.personId }),
    responseSource: 'UNDERWRITER',
    decisionTimestamp: now.toISOString(),
    createdBy: authorOf(caller),
  };
}

/** 409 for a quote that nobody can bind any more. */
export function refuseExpired({ expiresAt }: Pick<Quote, 'expiresAt'>, now: Date): void {
  if (expiresAt === null || expiresAt > now) return;
  throw new Conflict(`the quote expired on ${expiresAt.toISOString()}: nobody could bind it`, {
    code: 'QUOTE_EXPIRED',
  });
}

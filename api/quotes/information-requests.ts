import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { licensedAuthority } from '../../db/authority/licensed-authority.js';
import type { Database } from '../../db/database.js';
import { fireAboutQuote } from '../../db/events/fire-about-quote.js';
import { stopsOfNewQuote } from '../../db/holds/stops-of-quote.js';
import { Quote } from '../../db/models/quote.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import { insertQuotes } from '../../db/quotes/record-quote.js';
import { askSeller, askUnderwriter, closeRequest, closeReview } from '../../db/quotes/review-tasks.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { loadingOf } from '../../domain/quote/loading.js';
import { isUnderReview } from '../../domain/quote/underwriter-decision.js';
import {
  faultsOfAnswers,
  type InformationAnswer,
  type InformationRequest,
  keptOffer,
  openRequestOf,
  withdrawal,
  withRequest,
} from '../../domain/quote/underwriting.js';
import type { RunPlan } from '../../domain/runs/fired-event.js';
import { Conflict, NotFound, refuseFields, refuseIf } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import { authorOf } from '../http/person.js';
import type { EventRuns } from '../runs/event-runs.js';
import {
  type ChangedAnswer,
  type ChangedQuotes,
  faultOfQuestion,
  type RatedChanges,
  recordsOfPlace,
  stoppedInPlace,
  whyNotChange,
} from './changed-quote.js';
import { changeQuote, quoteToReview, quoteToSell, refuseChanged } from './quote-parties.js';
import { timeOfDecision } from './reviews.js';
import { refuseExpired } from './underwriter-decision.js';
import { type AskedInformation, mostRequests } from './underwriting-schemas.js';

export interface InformationDependencies {
  db: Database;
  catalog: ProductCatalog;
  runs: Pick<EventRuns, 'startSoon'>;
  changedQuotes: ChangedQuotes;
  now: () => Date;
}

/** Questions of an underwriter to the seller of a quote under review, and the seller's answers. */
export class InformationRequests {
  constructor(private readonly uses: InformationDependencies) {}

  /**
   * Asks the seller, who is awaited from then on. 400 for a question of the product that cannot be answered here, 409 for a
   * quote that is not under review or waits for an answer already.
   */
  async ask(caller: Caller, quoteId: string, { questions, dueOn }: AskedInformation): Promise<void> {
    const { db, runs, catalog } = this.uses;
    const fired = await db.transaction(async (trx) => {
      const quote = await quoteToReview(trx, caller, quoteId, 'LOCKED');
      const now = await timeOfDecision(trx, this.uses, quote);
      refuseIf(whyNotAsk(quote));
      refuseExpired(quote, now);
      if (dueOn !== undefined && dueOn < now.today)
        refuseFields([{ field: 'dueOn', detail: `must not be before today, ${now.today}` }]);
      const named = questions.map((question, index) => ({ ...question, id: question.id ?? `q${index + 1}` }));
      refuseFields(await this.#faultsOf(quote, named));
      const request: InformationRequest = {
        informationRequestId: randomUUID(),
        state: 'OPEN',
        questions: named,
        ...(dueOn !== undefined && { dueOn }),
        requestedTimestamp: now.toISOString(),
        requestedBy: authorOf(caller),
      };
      const { informationRequests: before = [] } = quote.underwriting ?? {};
      const underwriting = { ...quote.underwriting, informationRequests: [...before, request] };
      const action = 'QUOTE_INFORMATION_REQUESTED';
      await changeQuote(trx, caller, {
        quote,
        now,
        action,
        patch: { underwriting },
        details: { informationRequestId: request.informationRequestId },
      });
      await askSeller(trx, quote, request, now);
      return fireAboutQuote(
        trx,
        catalog,
        'UNDERWRITING_INFORMATION_REQUESTED',
        quote,
        undefined,
        request.informationRequestId,
      );
    });
    await runs.startSoon(fired);
  }

  /** Nobody waits for an answer any more. 409 if it was answered; withdrawing it again changes nothing. */
  async withdraw(caller: Caller, quoteId: string, requestId: string): Promise<void> {
    await this.uses.db.transaction(async (trx) => {
      const quote = await quoteToReview(trx, caller, quoteId, 'LOCKED');
      const now = await timeOfDecision(trx, this.uses, quote);
      const { state } = requestIn(quote, requestId);
      if (state === 'WITHDRAWN') return;
      if (state === 'ANSWERED') throw new Conflict('the request was answered');
      const underwriting = withRequest(quote.underwriting, requestId, withdrawal(authorOf(caller), now));
      const action = 'QUOTE_INFORMATION_WITHDRAWN';
      await changeQuote(trx, caller, {
        quote,
        now,
        action,
        patch: { underwriting },
        details: { informationRequestId: requestId },
      });
      await closeRequest(trx, quote, 'the request was withdrawn', now);
    });
  }

  /**
   * Records the seller's answers: the quote goes back to its underwriter. Where an answer to a question of the product differs
   * from the quote's, a quote with it takes the quote's place. 409 if the request was answered or withdrawn, or the quote was
   * decided.
   *
   * @returns the id of the quote that is under review now, or can be bound.
   */
  async answer(
    caller: Caller,
    quoteId: string,
    requestId: string,
    answers: readonly InformationAnswer[],
  ): Promise<string> {
    const { db, runs, changedQuotes } = this.uses;
    const read = await quoteToSell(db, caller, quoteId);
    const request = openRequestIn(read, requestId);
    refuseFields(faultsOfAnswers(request, answers));
    const changed = changedAnswers(read, request, answers);
    const changes = { answers: changed, loading: loadingOf(read) };
    const rated = changed.length === 0 ? undefined : await changedQuotes.rate(read, changes);
    const { currentId, fired } = await db.transaction(async (trx) => {
      const quote = await quoteToSell(trx, caller, quoteId, 'LOCKED');
      const now = await timeOfDecision(trx, this.uses, quote);
      openRequestIn(quote, requestId);
      refuseExpired(quote, now);
      if (rated !== undefined) refuseChanged(quote, read);
      const underwriting = withRequest(quote.underwriting, requestId, {
        state: 'ANSWERED',
        answers: [...answers],
        answeredTimestamp: now.toISOString(),
        answeredBy: authorOf(caller),
      });
      const details = { informationRequestId: requestId };
      const action = 'QUOTE_INFORMATION_PROVIDED';
      if (rated === undefined) {
        await changeQuote(trx, caller, { quote, now, action, details, patch: { underwriting } });
        await askUnderwriter(trx, { ...taskQuote(quote), isUnderReview: true }, requestId, now);
        return { currentId: quoteId, fired: [await this.#provided(trx, quote, requestId)] };
      }
      const made = await this.#replace(trx, quote, { rated, changed, requestId, now, underwriting });
      const patch = {
        underwriting: { ...underwriting, replacedBy: made.requestId },
        underwriterResponse: replacedResponse(made.requestId, now),
        bindable: false,
      };
      await changeQuote(trx, caller, { quote, now, action, details, patch });
      await closeReview(trx, quote, `quote ${made.requestId} took its place`, now);
      const isReferred = made.outcome === 'QUOTED' && made.requiresUnderwriterApproval;
      const asked = { ...taskQuote(quote), requestId: made.requestId, isUnderReview: isReferred };
      await askUnderwriter(trx, asked, requestId, now);
      const referred = isReferred
        ? [await fireAboutQuote(trx, this.uses.catalog, 'UNDERWRITING_REFERRED', made)]
        : [];
      return {
        currentId: made.requestId,
        fired: [await this.#provided(trx, made, requestId), ...referred],
      };
    });
    for (const plan of fired) await runs.startSoon(plan);
    return currentId;
  }

  #provided(trx: Knex, quote: Parameters<typeof fireAboutQuote>[3], requestId: string): Promise<RunPlan> {
    const type = 'UNDERWRITING_INFORMATION_PROVIDED';
    return fireAboutQuote(trx, this.uses.catalog, type, quote, undefined, requestId);
  }

  /**
   * Stores the quote with the changed answers, as the seller's authority and holds leave it, with the same underwriter, loading
   * and offer.
   */
  async #replace(
    trx: Knex,
    quote: Quote,
    {
      rated,
      changed,
      requestId,
      now,
      underwriting: { informationRequests },
    }: {
      rated: RatedChanges;
      changed: readonly ChangedAnswer[];
      requestId: string;
      now: BusinessTime;
      underwriting: ReturnType<typeof withRequest>;
    },
  ) {
    const { catalog, changedQuotes } = this.uses;
    const authority = await licensedAuthority(
      { catalog, licenseOf: catalog.licenseOf },
      {
        organizationId: quote.clientOrganizationId,
        productId: quote.productId,
        issuerId: quote.quotingOrganizationId,
        now,
      },
    );
    const made = changedQuotes.made(quote, rated, { key: requestId, now, authority });
    const stopped = stoppedInPlace(made, await stopsOfNewQuote(trx, { catalog }, made.quote, now));
    const answered = changed.map(({ qid }) => qid);
    const offered = keptOffer(quote.underwriting, answered);
    const asked = { ...stopped.quote.underwriting, informationRequests, ...offered };
    // The offer was made of other answers: an underwriter decides whether it stands, even if no rule refers these.
    const isDecided = offered.offer !== undefined && stopped.quote.outcome === 'QUOTED';
    const placed = {
      ...stopped,
      quote: {
        ...stopped.quote,
        underwriting: asked,
        ...(isDecided && { requiresUnderwriterApproval: true, bindable: false }),
      },
    };
    await insertQuotes(trx, recordsOfPlace(placed));
    const { assignedTo, assignedAt } = quote;
    if (assignedTo !== null && placed.quote.requiresUnderwriterApproval)
      await Quote.query(trx).findById(placed.quote.requestId).patch({ assignedTo, assignedAt });
    return placed.quote;
  }

  async #faultsOf(quote: Quote, questions: InformationRequest['questions']) {
    const ofProduct = questions.flatMap(({ questionId: qid }, index) =>
      qid === undefined ? [] : [{ qid, field: `questions.${index}.questionId` }],
    );
    const repeated = questions.flatMap(({ id }, index) =>
      questions.findIndex((other) => other.id === id) < index
        ? [{ field: `questions.${index}.id`, detail: 'is there twice' }]
        : [],
    );
    ofProduct.forEach(({ qid, field }, index) => {
      if (ofProduct.findIndex((other) => other.qid === qid) < index)
        repeated.push({ field, detail: 'is asked twice' });
    });
    const [first] = ofProduct;
    if (first === undefined) return repeated;
    const reason = whyNotChange(quote);
    if (reason !== undefined) return [...repeated, { field: first.field, detail: reason }];
    const version = await this.uses.changedQuotes.versionOf(quote);
    return [...repeated, ...ofProduct.flatMap((asked) => faultOfQuestion(version, asked))];
  }
}

const taskQuote = ({ requestId, clientOrganizationId, quotingOrganizationId, assignedTo }: Quote) => ({
  requestId,
  clientOrganizationId,
  quotingOrganizationId,
  assignedTo,
});

function whyNotAsk(quote: Quote): string | undefined {
  if (!isUnderReview(quote)) return 'the quote is not under review';
  const open = openRequestOf(quote.underwriting);
  if (open !== undefined)
    return `the quote waits for the answer to request ${open.informationRequestId}: withdraw it to ask otherwise`;
  const { informationRequests = [] } = quote.underwriting ?? {};
  if (informationRequests.length < mostRequests) return undefined;
  return `the quote has ${mostRequests} requests, which is the maximum`;
}

function requestIn({ underwriting }: Quote, requestId: string): InformationRequest {
  const request = underwriting?.informationRequests?.find(
    ({ informationRequestId }) => informationRequestId === requestId,
  );
  if (request === undefined) throw new NotFound('information request', requestId);
  return request;
}

/** A request that can be answered: 409 if it cannot any more. */
function openRequestIn(quote: Quote, requestId: string): InformationRequest {
  const request = requestIn(quote, requestId);
  if (request.state === 'ANSWERED') throw new Conflict('the request was answered already');
  if (request.state === 'WITHDRAWN') throw new Conflict('the request was withdrawn');
  refuseIf(isUnderReview(quote) ? undefined : 'the quote is not under review any more');
  return request;
}

/** Those answers to the product's questions that are others than the quote's. */
function changedAnswers(
  { intake }: Quote,
  { questions }: InformationRequest,
  answers: readonly InformationAnswer[],
): ChangedAnswer[] {
  return answers.flatMap(({ id, answer }, index) => {
    const qid = questions.find((question) => question.id === id)?.questionId;
    if (qid === undefined || answer === undefined) return [];
    const before = intake[qid];
    const isSame = before?.type === 'ANSWER' && before.answer === answer;
    return isSame ? [] : [{ qid, answer, field: `answers.${index}.answer` }];
  });
}

/** Closes the review of a quote that another one has taken the place of. */
function replacedResponse(quoteId: string, now: BusinessTime) {
  return {
    isApproved: false,
    underwriterNotes: `Quote ${quoteId} took its place, with the seller's answers.`,
    responseSource: 'INFORMATION_PROVIDED',
    decisionTimestamp: now.toISOString(),
  };
}

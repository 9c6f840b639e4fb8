import { type Request, type Response, Router } from 'express';
import { AnswerLanguages } from '../http/answer-languages.js';
import { callerOf } from '../http/caller.js';
import { validated } from '../http/validated.js';
import type { InformationRequests } from './information-requests.js';
import { listQuotes } from './list-schemas.js';
import type { Offers } from './offers.js';
import {
  addQuoteNote,
  assignQuote,
  getQuoteReview,
  listUnderwriters,
  releaseQuote,
} from './review-schemas.js';
import type { Reviews } from './reviews.js';
import { getQuote, getQuotesByTrigger } from './schemas.js';
import type { QuoteService } from './service.js';
import { type EarlierDecisions, listSimilarDecisions } from './similar-decisions.js';
import { decideAsUnderwriter, type Underwriting } from './underwriter-decision.js';
import {
  acceptOffer,
  answerInformationRequest,
  confirmCondition,
  declineOffer,
  requestInformation,
  withdrawInformationRequest,
} from './underwriting-schemas.js';

/** Reading quotes, reviewing them and deciding on them (spec 4.5). */
export function quoteRoutes({
  quotes,
  reviews,
  underwriting,
  informationRequests,
  offers,
  earlierDecisions,
}: {
  quotes: QuoteService;
  reviews: Reviews;
  underwriting: Underwriting;
  informationRequests: InformationRequests;
  offers: Offers;
  earlierDecisions: EarlierDecisions;
}): Router {
  const router = Router();
  const quoteOf = (req: Request, res: Response, quoteId: string) =>
    quotes.one(callerOf(req), quoteId, { includeRawData: false }, new AnswerLanguages(req, res));
  router.get(
    listQuotes.path,
    validated(listQuotes, ({ query }, req, res) =>
      quotes.list(callerOf(req), query, new AnswerLanguages(req, res)),
    ),
  );
  router.get(
    getQuote.path,
    validated(getQuote, ({ params, query }, req, res) =>
      quotes.one(callerOf(req), params.quoteRequestId, query, new AnswerLanguages(req, res)),
    ),
  );
  router.get(
    getQuotesByTrigger.path,
    validated(getQuotesByTrigger, ({ params, query }, req, res) =>
      quotes.byTrigger(callerOf(req), params.triggerRequestId, query, new AnswerLanguages(req, res)),
    ),
  );
  router.post(
    decideAsUnderwriter.path,
    validated(decideAsUnderwriter, async ({ params, body }, req, res) => {
      const { changes, ...decision } = body;
      const caller = callerOf(req);
      if (changes === undefined) await underwriting.decide(caller, params.quoteId, decision);
      else await offers.offer(caller, params.quoteId, changes, decision);
      res.writeHead(204).end();
    }),
  );
  router.post(
    requestInformation.path,
    validated(requestInformation, async ({ params, body }, req, res) => {
      await informationRequests.ask(callerOf(req), params.quoteId, body);
      return quoteOf(req, res, params.quoteId);
    }),
  );
  router.post(
    withdrawInformationRequest.path,
    validated(withdrawInformationRequest, async ({ params: { quoteId, informationRequestId } }, req, res) => {
      await informationRequests.withdraw(callerOf(req), quoteId, informationRequestId);
      return quoteOf(req, res, quoteId);
    }),
  );
  router.post(
    answerInformationRequest.path,
    validated(answerInformationRequest, async ({ params, body }, req, res) => {
      const { quoteId, informationRequestId } = params;
      const caller = callerOf(req);
      const id = await informationRequests.answer(caller, quoteId, informationRequestId, body.answers);
      return quoteOf(req, res, id);
    }),
  );
  router.post(
    acceptOffer.path,
    validated(acceptOffer, async ({ params }, req, res) =>
      quoteOf(req, res, await offers.answer(callerOf(req), params.quoteId, 'ACCEPTED')),
    ),
  );
  router.post(
    declineOffer.path,
    validated(declineOffer, async ({ params }, req, res) =>
      quoteOf(req, res, await offers.answer(callerOf(req), params.quoteId, 'DECLINED')),
    ),
  );
  router.post(
    confirmCondition.path,
    validated(confirmCondition, async ({ params }, req, res) =>
      quoteOf(req, res, await offers.confirm(callerOf(req), params.quoteId, params.conditionId)),
    ),
  );
  router.get(
    getQuoteReview.path,
    validated(getQuoteReview, ({ params }, req) => reviews.read(callerOf(req), params.quoteId)),
  );
  router.get(
    listSimilarDecisions.path,
    validated(listSimilarDecisions, ({ params, query }, req, res) =>
      earlierDecisions.like(callerOf(req), params.quoteId, query, new AnswerLanguages(req, res)),
    ),
  );
  router.post(
    assignQuote.path,
    validated(assignQuote, ({ params, body }, req) => reviews.assign(callerOf(req), params.quoteId, body)),
  );
  router.post(
    releaseQuote.path,
    validated(releaseQuote, ({ params, body }, req) => reviews.release(callerOf(req), params.quoteId, body)),
  );
  router.post(
    addQuoteNote.path,
    validated(addQuoteNote, ({ params, body }, req) =>
      reviews.addNote(callerOf(req), params.quoteId, body, req.operationId),
    ),
  );
  router.get(
    listUnderwriters.path,
    validated(listUnderwriters, (_input, req) => reviews.underwriters(callerOf(req))),
  );
  return router;
}

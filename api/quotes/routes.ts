import { Router } from 'express';
import { AnswerLanguages } from '../http/answer-languages.js';
import { callerOf } from '../http/caller.js';
import { validated } from '../http/validated.js';
import { listQuotes } from './list-schemas.js';
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
import { decideAsUnderwriter, type Underwriting } from './underwriter-decision.js';

/** Reading quotes, reviewing them and deciding on them (spec 4.5). */
export function quoteRoutes({
  quotes,
  reviews,
  underwriting,
}: {
  quotes: QuoteService;
  reviews: Reviews;
  underwriting: Underwriting;
}): Router {
  const router = Router();
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
      await underwriting.decide(callerOf(req), params.quoteId, body);
      res.writeHead(204).end();
    }),
  );
  router.get(
    getQuoteReview.path,
    validated(getQuoteReview, ({ params }, req) => reviews.read(callerOf(req), params.quoteId)),
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
      reviews.addNote(callerOf(req), params.quoteId, body.text, req.operationId),
    ),
  );
  router.get(
    listUnderwriters.path,
    validated(listUnderwriters, (_input, req) => reviews.underwriters(callerOf(req))),
  );
  return router;
}

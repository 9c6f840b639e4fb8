import { Router } from 'express';
import { callerOf } from '../http/caller.js';
import { sendJsonText } from '../http/send-json.js';
import { validated } from '../http/validated.js';
import { getQuote, getQuotesByTrigger } from './schemas.js';
import type { QuoteService } from './service.js';

/** Reading quotes (spec 4.5). */
export function quoteRoutes({ quotes }: { quotes: QuoteService }): Router {
  const router = Router();
  router.get(
    getQuote.path,
    validated(getQuote, async ({ params, query }, req, res) => {
      sendJsonText(res, await quotes.one(callerOf(req), params.quoteRequestId, query));
    }),
  );
  router.get(
    getQuotesByTrigger.path,
    validated(getQuotesByTrigger, ({ params }, req) =>
      quotes.byTrigger(callerOf(req), params.triggerRequestId),
    ),
  );
  return router;
}

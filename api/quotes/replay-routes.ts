import { Router } from 'express';
import { callerOf } from '../http/caller.js';
import { validated } from '../http/validated.js';
import { compareQuotes } from './compare-schemas.js';
import { replayQuote } from './replay-schemas.js';
import type { QuoteReplays } from './replay-service.js';

/** Replaying and comparing quotes: extensions of the interface. */
export function quoteReplayRoutes({ replays }: { replays: QuoteReplays }): Router {
  const router = Router();
  router.get(
    replayQuote.path,
    validated(replayQuote, ({ params }, req) => replays.replay(callerOf(req), params.quoteRequestId)),
  );
  router.get(
    compareQuotes.path,
    validated(compareQuotes, ({ params }, req) => replays.compare(callerOf(req), params)),
  );
  return router;
}

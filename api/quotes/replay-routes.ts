import { Router } from 'express';
import { callerOf } from '../http/caller.js';
import { validated } from '../http/validated.js';
import { replayQuote } from './replay-schemas.js';
import type { QuoteReplays } from './replay-service.js';

/** Replaying quotes: an extension of the interface. */
export function quoteReplayRoutes({ replays }: { replays: QuoteReplays }): Router {
  const router = Router();
  router.get(
    replayQuote.path,
    validated(replayQuote, ({ params }, req) => replays.replay(callerOf(req), params.quoteRequestId)),
  );
  return router;
}

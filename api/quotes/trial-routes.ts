import { Router } from 'express';
import { AnswerLanguages } from '../http/answer-languages.js';
import { callerOf } from '../http/caller.js';
import { validated } from '../http/validated.js';
import { tryRating } from './trial-schemas.js';
import type { TrialRatings } from './trial-service.js';

/** Rating without a quote: an extension of the interface. */
export function trialRoutes({ trials }: { trials: TrialRatings }): Router {
  const router = Router();
  router.post(
    tryRating.path,
    validated(tryRating, ({ params, body }, req, res) =>
      trials.rate(callerOf(req), params.product_id, body, new AnswerLanguages(req, res)),
    ),
  );
  return router;
}

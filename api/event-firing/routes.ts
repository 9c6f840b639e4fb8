import { Router } from 'express';
import { AnswerLanguages } from '../http/answer-languages.js';
import { callerOf } from '../http/caller.js';
import { validated } from '../http/validated.js';
import { requoteQuote } from './requote.js';
import { fireEvent } from './schemas.js';
import type { EventService } from './service.js';

/** `POST /event/fire` (spec 4.4), and quoting again what was quoted. */
export function eventRoutes({ events }: { events: EventService }): Router {
  const router = Router();
  router.post(
    fireEvent.path,
    validated(fireEvent, ({ body }, req, res) => {
      // A repeat after a crash finds the event under this id.
      const { triggerRequestId = req.operationId } = body;
      const languages = new AnswerLanguages(req, res);
      const options = { onlyWaits: req.endTurn, languages };
      return events.fire(callerOf(req), { ...body, triggerRequestId }, options);
    }),
  );
  router.post(
    requoteQuote.path,
    validated(requoteQuote, ({ params, body }, req, res) =>
      events.requote(
        callerOf(req),
        { ...body, ...params },
        {
          triggerRequestId: req.operationId,
          onlyWaits: req.endTurn,
          languages: new AnswerLanguages(req, res),
        },
      ),
    ),
  );
  return router;
}

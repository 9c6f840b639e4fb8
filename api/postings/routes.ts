import { Router } from 'express';
import { postingFormats, postingsFileName, writePostings } from '../../documents/postings/write-postings.js';
import { callerOf } from '../http/caller.js';
import { chosenFormat } from '../http/chosen-format.js';
import { gone } from '../http/shares.js';
import { validated } from '../http/validated.js';
import { closePostings, getPostings } from './schemas.js';
import type { Postings } from './service.js';

/** Postings and the close of their months: extensions of the interface. */
export function postingRoutes({ postings }: { postings: Postings }): Router {
  const router = Router();
  router.get(
    getPostings.path,
    validated(getPostings, async ({ query: { format, ...asked } }, req, res) => {
      const chosen = chosenFormat(req, postingFormats, format);
      const report = await postings.read(callerOf(req), asked, gone(res));
      if (chosen === 'json') return report;
      res.attachment(postingsFileName(report, chosen));
      res.type(`${postingFormats[chosen]}; charset=utf-8`).send(writePostings(report, chosen));
      return undefined;
    }),
  );
  router.post(
    closePostings.path,
    validated(closePostings, ({ body }, req) => postings.close(callerOf(req), body)),
  );
  return router;
}

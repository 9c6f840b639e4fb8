import express, { Router } from 'express';
import {
  postingFormatNames,
  postingFormats,
  postingsFileName,
  writePostings,
} from '../../documents/postings/write-postings.js';
import { callerOf } from '../http/caller.js';
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
      const accepted = express.request.accepts.call(req, ...Object.values(postingFormats));
      const chosen = format ?? postingFormatNames.find((each) => postingFormats[each] === accepted) ?? 'json';
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

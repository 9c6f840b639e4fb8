import { Router } from 'express';
import { callerOf } from '../http/caller.js';
import { validated } from '../http/validated.js';
import { discardOwnDraft, getOwnDraft, listOwnDrafts, saveOwnDraft } from './schemas.js';
import type { Drafts } from './service.js';

/** Drafts, an extension: what a person has entered and not sent yet. */
export function draftRoutes({ drafts }: { drafts: Drafts }): Router {
  const router = Router();
  router.get(
    listOwnDrafts.path,
    validated(listOwnDrafts, (_input, req) => drafts.list(callerOf(req))),
  );
  router.get(
    getOwnDraft.path,
    validated(getOwnDraft, ({ params }, req) => drafts.read(callerOf(req), params)),
  );
  router.put(
    saveOwnDraft.path,
    validated(saveOwnDraft, ({ params, body }, req) => drafts.save(callerOf(req), params, body)),
  );
  router.delete(
    discardOwnDraft.path,
    validated(discardOwnDraft, async ({ params }, req, res) => {
      await drafts.discard(callerOf(req), params);
      res.status(204).end();
    }),
  );
  return router;
}

import { Router } from 'express';
import type { Database } from '../../db/database.js';
import type { SavedView } from '../../db/models/saved-view.js';
import { deleteView, readViews, saveView } from '../../db/views/saved-views.js';
import { Conflict, NotFound } from '../errors/app-error.js';
import { callerOf, personOf } from '../http/caller.js';
import { validated } from '../http/validated.js';
import { listViews, putView, removeView, type SavedViewObject, type SavedViewRequest } from './schemas.js';

const noViews = 'an API key has no views';

/** The views of lists that people save for themselves: an extension of the interface. */
export function viewRoutes({ db }: { db: Database }): Router {
  const router = Router();
  router.get(
    listViews.path,
    validated(listViews, async ({ query }, req) => {
      const views = await readViews(db, personOf(callerOf(req), noViews), query.list);
      return { views: views.map(viewObject) };
    }),
  );
  router.put(
    putView.path,
    validated(putView, async ({ params, body: { list, name, ...settings } }, req) => {
      const personId = personOf(callerOf(req), noViews);
      const saved = await saveView(db, { id: params.viewId, personId, list, name, settings });
      if ('refused' in saved) throw new Conflict(saved.refused);
      return viewObject(saved);
    }),
  );
  router.delete(
    removeView.path,
    validated(removeView, async ({ params }, req, res) => {
      const wasOwn = await deleteView(db, personOf(callerOf(req), noViews), params.viewId);
      if (!wasOwn) throw new NotFound('view', params.viewId);
      res.status(204).end();
    }),
  );
  return router;
}

function viewObject({ id, list, name, settings }: SavedView): SavedViewObject {
  return { viewId: id, list, name, ...(settings as Omit<SavedViewRequest, 'list' | 'name'>) };
}

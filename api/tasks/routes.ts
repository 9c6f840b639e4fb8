import { Router } from 'express';
import { callerOf } from '../http/caller.js';
import { ifMatch } from '../http/entity-tag.js';
import { validated } from '../http/validated.js';
import { listTasks } from './list-schemas.js';
import { addTaskNote, completeTask, getTask, patchTask, postTask, reopenTask } from './schemas.js';
import type { Tasks } from './service.js';

/** Tasks, an extension: what a person or a role has to do. */
export function taskRoutes({ tasks }: { tasks: Tasks }): Router {
  const router = Router();
  router.post(
    postTask.path,
    validated(postTask, async ({ body }, req, res) => {
      const made = await tasks.create(callerOf(req), body, req.operationId);
      res.status(201);
      return made;
    }),
  );
  router.get(
    listTasks.path,
    validated(listTasks, ({ query }, req) => tasks.list(callerOf(req), query)),
  );
  router.get(
    getTask.path,
    validated(getTask, ({ params }, req) => tasks.read(callerOf(req), params.taskId)),
  );
  router.patch(
    patchTask.path,
    validated(patchTask, ({ params, body }, req) =>
      tasks.change(callerOf(req), params.taskId, body, ifMatch(req)),
    ),
  );
  router.post(
    completeTask.path,
    validated(completeTask, ({ params }, req) => tasks.complete(callerOf(req), params.taskId)),
  );
  router.post(
    reopenTask.path,
    validated(reopenTask, ({ params }, req) => tasks.reopen(callerOf(req), params.taskId)),
  );
  router.post(
    addTaskNote.path,
    validated(addTaskNote, async ({ params, body }, req, res) => {
      const noted = await tasks.addNote(callerOf(req), params.taskId, body, req.operationId);
      res.status(201);
      return noted;
    }),
  );
  return router;
}

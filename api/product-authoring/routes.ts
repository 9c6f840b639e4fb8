import { Router } from 'express';
import { callerOf } from '../http/caller.js';
import { validated } from '../http/validated.js';
import { postImport, postLint, postTest } from './file-schemas.js';
import {
  getDefinition,
  listProductsEndpoint,
  postArchive,
  postDeploy,
  postLicense,
  postWithdraw,
} from './schemas.js';
import type { ProductAuthoring } from './service.js';

/** Products for their authors, an extension: check, import, deploy, withdraw, archive, license, list, export. */
export function productAuthoringRoutes({ authoring }: { authoring: ProductAuthoring }): Router {
  const router = Router();
  router.post(
    postLint.path,
    validated(postLint, ({ body }, req) => authoring.lint(callerOf(req), body)),
  );
  router.post(
    postTest.path,
    validated(postTest, ({ body }, req) => authoring.test(callerOf(req), body)),
  );
  router.post(
    postImport.path,
    validated(postImport, ({ body }, req) => authoring.import(callerOf(req), body)),
  );
  router.get(
    listProductsEndpoint.path,
    validated(listProductsEndpoint, ({ query }, req) => authoring.list(callerOf(req), query)),
  );
  router.get(
    getDefinition.path,
    validated(getDefinition, ({ params, query }, req) =>
      authoring.definition(callerOf(req), params.versionId, query),
    ),
  );
  router.post(
    postDeploy.path,
    validated(postDeploy, ({ params, body }, req) => authoring.deploy(callerOf(req), params.versionId, body)),
  );
  router.post(
    postWithdraw.path,
    validated(postWithdraw, ({ params, body }, req) =>
      authoring.withdraw(callerOf(req), params.versionId, body),
    ),
  );
  router.post(
    postArchive.path,
    validated(postArchive, ({ params }, req) => authoring.archive(callerOf(req), params.versionId)),
  );
  router.post(
    postLicense.path,
    validated(postLicense, ({ params, body }, req) =>
      authoring.license(callerOf(req), params.productId, body),
    ),
  );
  return router;
}

import { Router } from 'express';
import { AnswerLanguages } from '../http/answer-languages.js';
import { callerOf } from '../http/caller.js';
import { validated } from '../http/validated.js';
import { getAuthority, getHostedVersions, postQuestions } from './schemas.js';
import type { ProductService } from './service.js';

/** A product's questions and its deployment timelines (spec 4.3). */
export function productRoutes({ products }: { products: ProductService }): Router {
  const router = Router();
  router.post(
    postQuestions.path,
    validated(postQuestions, ({ params, body }, req, res) =>
      products.questions(callerOf(req), params.product_id, body, new AnswerLanguages(req, res)),
    ),
  );
  router.get(
    getHostedVersions.path,
    validated(getHostedVersions, ({ params }, req) =>
      products.hostedVersions(callerOf(req), params.product_id),
    ),
  );
  router.get(
    getAuthority.path,
    validated(getAuthority, ({ params }, req) => products.authority(callerOf(req), params.product_id)),
  );
  return router;
}

import { Router } from 'express';
import { AnswerLanguages } from '../http/answer-languages.js';
import { callerOf } from '../http/caller.js';
import { validated } from '../http/validated.js';
import { listPoliciesForAttention } from './attention-schemas.js';
import { getFullPolicy, getPoliciesOfClient, postFullPolicy, wholePolicy } from './schemas.js';
import { postPolicySearch } from './search-schemas.js';
import type { PolicyService } from './service.js';

/** Reading and searching policies (spec 4.6, 4.7). */
export function policyRoutes({ policies }: { policies: PolicyService }): Router {
  const router = Router();
  router.get(
    getPoliciesOfClient.path,
    validated(getPoliciesOfClient, ({ params }, req) => policies.ofClient(callerOf(req), params.clientId)),
  );
  // These come before the reads by id, which would match `attention` and `search`.
  router.get(
    listPoliciesForAttention.path,
    validated(listPoliciesForAttention, ({ query }, req) => policies.forAttention(callerOf(req), query)),
  );
  router.post(
    postPolicySearch.path,
    validated(postPolicySearch, ({ body }, req) => policies.search(callerOf(req), body)),
  );
  router.get(
    getFullPolicy.path,
    validated(getFullPolicy, ({ params, query }, req, res) =>
      policies.full(
        callerOf(req),
        params.policyId,
        { ...wholePolicy, ...query },
        new AnswerLanguages(req, res),
      ),
    ),
  );
  router.post(
    postFullPolicy.path,
    validated(postFullPolicy, ({ params, body }, req, res) =>
      policies.full(callerOf(req), params.policyId, body, new AnswerLanguages(req, res)),
    ),
  );
  return router;
}

import { Router } from 'express';
import { callerOf } from '../http/caller.js';
import { sendTagged } from '../http/entity-tag.js';
import { sendJsonText } from '../http/send-json.js';
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
    validated(getPoliciesOfClient, async ({ params }, req, res) => {
      sendTagged(req, res, await policies.ofClient(callerOf(req), params.clientId));
    }),
  );
  // These come before the reads by id, which would match `attention` and `search`.
  router.get(
    listPoliciesForAttention.path,
    validated(listPoliciesForAttention, ({ query }, req) => policies.forAttention(callerOf(req), query)),
  );
  router.post(
    postPolicySearch.path,
    validated(postPolicySearch, async ({ body }, req, res) => {
      sendJsonText(res, await policies.search(callerOf(req), body));
    }),
  );
  router.get(
    getFullPolicy.path,
    validated(getFullPolicy, async ({ params, query }, req, res) => {
      const flags = { ...wholePolicy, ...query };
      const { text, tag } = await policies.full(callerOf(req), params.policyId, flags);
      sendTagged(req, res, text, tag);
    }),
  );
  router.post(
    postFullPolicy.path,
    validated(postFullPolicy, async ({ params, body }, req, res) => {
      const { text } = await policies.full(callerOf(req), params.policyId, body);
      sendJsonText(res, text);
    }),
  );
  return router;
}

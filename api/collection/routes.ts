import { Router } from 'express';
import { addressLimit } from '../http/address-limit.js';
import { callerOf } from '../http/caller.js';
import { validated } from '../http/validated.js';
import { linkPage, sendLinkPage } from './link-page.js';
import type { PaymentMethods } from './payment-methods.js';
import type { PolicyCollections } from './policy-collections.js';
import {
  endCollectionEndpoint,
  getCollection,
  getLink,
  listMethods,
  openMethod,
  postLink,
  putCollection,
  removeMethod,
  useLink,
  verifyMethod,
} from './schemas.js';

/** A person needs few; tokens cannot be guessed at this rate, nor at any other. */
const linksPerMinute = 60;

/** Saved payment methods and automatic collection, an extension. */
export function collectionRoutes({
  methods,
  collections,
}: {
  methods: PaymentMethods;
  collections: PolicyCollections;
}): Router {
  const router = Router();
  router.post(
    openMethod.path,
    validated(openMethod, async ({ params }, req, res) => {
      const opened = await methods.open(callerOf(req), params.client_id, req.operationId);
      res.status(201);
      return opened;
    }),
  );
  router.get(
    listMethods.path,
    validated(listMethods, ({ params }, req) => methods.list(callerOf(req), params.client_id)),
  );
  router.post(
    verifyMethod.path,
    validated(verifyMethod, ({ params }, req) =>
      methods.verify(callerOf(req), params.client_id, params.paymentMethodId),
    ),
  );
  router.delete(
    removeMethod.path,
    validated(removeMethod, ({ params }, req) =>
      methods.remove(callerOf(req), params.client_id, params.paymentMethodId),
    ),
  );
  router.get(
    getCollection.path,
    validated(getCollection, ({ params }, req) => collections.read(callerOf(req), params.policyId)),
  );
  router.put(
    putCollection.path,
    validated(putCollection, ({ params, body }, req) =>
      collections.begin(callerOf(req), params.policyId, body),
    ),
  );
  router.delete(
    endCollectionEndpoint.path,
    validated(endCollectionEndpoint, ({ params }, req) => collections.end(callerOf(req), params.policyId)),
  );
  router.post(
    postLink.path,
    validated(postLink, async ({ params }, req, res) => {
      const link = await collections.link(callerOf(req), params.policyId);
      res.status(201);
      return link;
    }),
  );
  const limit = addressLimit(linksPerMinute);
  router.get(
    getLink.path,
    linkPage(
      validated(getLink, async ({ query }, req, res) => {
        limit(req);
        sendLinkPage(res, await collections.byLink(query.token ?? ''));
      }),
    ),
  );
  router.post(
    useLink.path,
    linkPage(
      validated(useLink, async ({ query }, req, res) => {
        limit(req);
        sendLinkPage(res, await collections.endByLink(query.token ?? ''));
      }),
    ),
  );
  return router;
}

import type { Cluster } from './cluster.js';
import { changes, documents, everyOperation, pages, quickStart } from './journey.js';
import { killedApi, killedWorker, sharedWork, withoutWorkers } from './members.js';
import { lateAnswer, onlyTls, webhook } from './outside.js';

/** Throws what is wrong; answers what it saw. */
export type Check = (cluster: Cluster) => Promise<string>;

/** In this order: the first one wants fresh demo data. */
export const checks: Readonly<Record<string, Check>> = {
  'every operation of the contract': everyOperation,
  'plain connections are refused': onlyTls,
  'the pages of the reference': pages,
  'the quick start: quote, bind, issue': quickStart,
  'endorsement, payment and cancellation': changes,
  'documents in the bucket': documents,
  'a carrier answers later, by POST /inbound': lateAnswer,
  'a webhook is delivered and signed': webhook,
  'both APIs and both workers share the work': sharedWork,
  'all workers stop under load, and come back': withoutWorkers,
  'a worker is killed under load': killedWorker,
  'an API is killed under load': killedApi,
};

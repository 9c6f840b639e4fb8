/** Every workflow of the service: what the workers' bundle is made from. */
export { eventRun } from './event-run.js';
export { policyTerm } from './policy-term.js';
export { webhookDelivery } from './webhook-delivery.js';
export { webhookQueue } from './webhook-queue.js';

/** Every workflow of the service: what the workers' bundle is made from. */
export { assistantAct } from './assistant-act.js';
export { book } from './book.js';
export { clock } from './clock.js';
// Any other type is the type of an event, whose run it is.
// biome-ignore lint/style/noDefaultExport: the SDK calls the default export for them
export { eventRun as default } from './event-run.js';
export { job } from './job.js';
export { mailQueue } from './mail-queue.js';
export { policyTerm as policy } from './policy-term.js';
export { webhookQueue } from './webhook-queue.js';

export { type Answers, answerMap, type Value } from './answers.js';
export type { Answered, WithResponse } from './core/answered.js';
export type { Tokens } from './core/credentials.js';
export * from './core/errors.js';
export type { RequestOptions } from './core/http.js';
export { newId } from './core/id.js';
export type { List } from './core/list.js';
export type { ConfiguredMetadata, EventOf, EventType, MetadataOf, ResultOf } from './events.js';
export type * from './generated/types.js';
export { Ioi, type IoiSettings } from './ioi.js';
export type { FullPolicyIn, IssuedPoliciesOfEvent, PoliciesToIssue } from './policies.js';
export type { QuoteOptions, QuoteRequest, QuotesOfRequest } from './quotes.js';
export {
  verifyWebhook,
  type WebhookHeaders,
  WebhookSignatureError,
} from './webhooks.js';

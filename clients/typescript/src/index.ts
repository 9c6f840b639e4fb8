export { type Answers, answerMap, type Value } from './answers.js';
export type { Tokens } from './core/credentials.js';
export * from './core/errors.js';
export type { RequestOptions } from './core/http.js';
export { newId } from './core/id.js';
export type { List } from './core/list.js';
export type { EventOf, EventType, ResultOf } from './events.js';
export type * from './generated/types.js';
export { Ioi, type IoiSettings } from './ioi.js';
export type { QuoteOptions, QuoteRequest, QuotesOfRequest } from './quotes.js';
export {
  verifyWebhook,
  type WebhookHeaders,
  type WebhookNotification,
  WebhookSignatureError,
} from './webhooks.js';

import { z } from 'zod';
import { eventType } from '../events/event-types.js';
import { uuid } from '../ground/primitives.js';
import { endpointName, endpointPath, jsonPath } from './third-party-action.js';

/** A name in the event's `metadata`. */
const metadataKey = z
  .string()
  .regex(/^[A-Za-z][\w-]{0,63}$/, 'must begin with a letter: letters, digits, dashes and underscores');

/** A JSON value whose texts may have places such as `{{payload.policyId}}`; `event-template.ts` fills them. */
const template = z.json();

/** A call to a system of others; `docs/actions.md` explains all of them. */
export const httpRequestSettings = {
  endpoint: endpointName,
  path: endpointPath.default('/'),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('POST'),
  /** What is sent; nothing where it is left out. */
  body: template.optional(),
  /** What of the answer goes into `metadata`: where to, and where it is in the answer. */
  response: z.record(metadataKey, jsonPath).default({}),
  /** For one attempt. */
  timeoutSeconds: z.number().int().min(1).max(60).default(10),
  attempts: z.number().int().min(1).max(20).default(3),
  /** Before the second attempt; it doubles from there, up to five minutes. */
  retrySeconds: z.number().min(0.1).max(300).default(1),
  /** Whether the trigger result waits for the answer, for up to 25 seconds. */
  awaited: z.boolean().default(false),
};

/** A wait for something that comes through `POST /inbound`. */
export const inboundWaitSettings = {
  /** What people read that is waited for. */
  waitsFor: z.string().min(1).max(200),
  /** At most a year. */
  timeoutHours: z.number().positive().max(8784).default(72),
  /** Whether the action fails, or ends with nothing, where nothing came in time. */
  onTimeout: z.enum(['FAIL', 'CONTINUE']).default('FAIL'),
  /** JSON Schema (2020-12) that a payload has to fit; one that does not is refused and goes on being waited for. */
  payloadSchema: z.record(z.string(), z.json()).optional(),
  /** Under which name the payload goes into `metadata`. */
  into: metadataKey.optional(),
  /** What of the payload becomes an answer of the event's client: question id, and where it is in the payload. */
  clientAnswers: z.record(z.string().min(1).max(255), jsonPath).default({}),
  /** An organization that may send the payload besides the event's. */
  answeredBy: uuid.optional(),
};

/** Another event that is fired. */
export const fireEventSettings = {
  eventType,
  /** What the event says; it has to keep the contract of its type. */
  payload: template,
  /** The product whose workflow it runs; the same where it is left out. */
  lineId: uuid.optional(),
};

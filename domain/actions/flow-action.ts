import { z } from 'zod';
import { eventType } from '../events/catalog.js';
import { metadataKey, uuid } from '../ground/primitives.js';
import { taskSettings } from '../tasks/product-task.js';
import { endpointName, endpointPath, jsonPath } from './third-party-action.js';

/** A JSON value with placeholders such as `{{payload.policyId}}`, which `event-template.ts` fills. */
const template = z.json();

/** A call to an external system; `docs/reference/actions.md` explains all of them. */
export const httpRequestSettings = {
  endpoint: endpointName,
  path: endpointPath.default('/').describe('The path on its server.'),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('POST').describe('The HTTP method.'),
  body: template.optional().describe('The request body; by default none.'),
  response: z
    .record(metadataKey, jsonPath)
    .default({})
    .describe('Values for `metadata`: key, and path in the response.'),
  timeoutSeconds: z.number().int().min(1).max(60).default(10).describe('Timeout of one attempt.'),
  attempts: z.number().int().min(1).max(20).default(3).describe('How often it is tried at most.'),
  retrySeconds: z
    .number()
    .min(0.1)
    .max(300)
    .default(1)
    .describe('Delay before the second attempt; it doubles for each further one, up to five minutes.'),
  awaited: z
    .boolean()
    .default(false)
    .describe('Whether the trigger result waits for the response, for up to 25 seconds.'),
};

/** A wait for a message through `POST /inbound`. */
export const inboundWaitSettings = {
  waitsFor: z.string().min(1).max(200).describe('A description of the awaited message, for people.'),
  timeoutHours: z.number().positive().max(8784).default(72).describe('At most a year.'),
  onTimeout: z
    .enum(['FAIL', 'CONTINUE'])
    .default('FAIL')
    .describe('Whether the action fails or ends without a result if no message arrives in time.'),
  payloadSchema: z
    .record(z.string(), z.json())
    .optional()
    .describe(
      'JSON Schema (2020-12) of the payload. A payload that violates it is refused, and the wait continues.',
    ),
  into: metadataKey.optional().describe('The key of the payload in `metadata`.'),
  clientAnswers: z
    .record(z.string().min(1).max(255), jsonPath)
    .default({})
    .describe("Answers of the event's client from the payload: question id, and path in the payload."),
  answeredBy: z
    .union([uuid, z.literal('EVENT_ORGANIZATION')])
    .optional()
    .describe(
      "The only organization that may send the payload, or EVENT_ORGANIZATION for the event's own; by default the " +
        "product's owner.",
    ),
};

/** The event to fire. */
export const fireEventSettings = {
  eventType: eventType.describe('The type of the event to fire.'),
  payload: template.describe("The event's payload; it must match the contract of the event type."),
  lineId: uuid.optional().describe('The product whose workflow runs; by default the same one.'),
};

/** The task to open. */
export const createTaskSettings = {
  title: z
    .string()
    .min(1)
    .max(1_000)
    .describe('What is to be done, with placeholders such as `{{payload.policyId}}`.'),
  ...taskSettings,
  organization: z
    .enum(['EVENT_ORGANIZATION', 'INSURER'])
    .default('EVENT_ORGANIZATION')
    .describe(
      'Whose task it is: of the organization that the event is of, or of the insurer, which must see the event.',
    ),
};

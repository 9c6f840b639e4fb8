import { z } from 'zod';
import { actStates, waitDays } from '../../../domain/assistants/act.js';
import { calendarDate, instant, jsonObject, uuid } from '../../../domain/ground/primitives.js';
import { endpoint } from '../../http/endpoint.js';
import { pageFields, pageQuery } from '../../http/page.js';

const tags = ['Assistants'] as const;
const params = z.object({ actId: uuid });
const unknown = { description: 'The organization has no such act.' };

const money = z
  .object({ amount: z.string(), currency: z.string() })
  .meta({ id: 'MoneyOfAct', description: 'What it moves, charged or returned; the amount is not negative.' });

const state = z.enum(actStates).meta({
  id: 'AssistantActState',
  description:
    '`WAITING` for a person. `RUNNING`: it is being carried out. `FAILED`: nothing was done, `outcome` says why. `REFUSED`: by a ' +
    'person. `EXPIRED`: nobody decided in time.',
});

const act = z
  .object({
    id: uuid.meta({
      description: 'Also the `Idempotency-Key` of its operation, and the id of the event that it fires.',
    }),
    state,
    title: z.string(),
    changes: z.string().meta({ description: 'What was previewed: money and words.' }),
    tool: z.string().meta({ description: 'That previewed it.' }),
    operation: z.string().meta({ description: 'The `operationId` of what it carries out.' }),
    money: money.optional(),
    about: z
      .object({ clientId: uuid.optional(), quoteId: uuid.optional(), policyId: uuid.optional() })
      .meta({ id: 'SubjectOfAct' }),
    askedBy: jsonObject.meta({
      description: 'The key or person that it acts as, with `kind`, `id`, `name` and `assistant`.',
    }),
    askedTimestamp: instant,
    expiresTimestamp: instant.optional().meta({ description: 'Of one that waits.' }),
    decidedBy: jsonObject.optional().meta({ description: 'The person who released or refused it.' }),
    decidedTimestamp: instant.optional(),
    reason: z.string().optional().meta({ description: "Of the person's decision." }),
    endedTimestamp: instant.optional(),
    outcome: z.string().optional().meta({ description: 'How it ended, in words.' }),
    result: jsonObject.optional().meta({ description: 'Ids of what it made.' }),
  })
  .meta({ id: 'AssistantAct' });
export type ActView = z.output<typeof act>;

const used = z
  .object({
    apiKey: z.string().optional(),
    grantId: uuid.optional(),
    personId: uuid.optional(),
    name: z.string(),
    acts: z.number().int(),
    money: z.array(money),
  })
  .meta({
    id: 'AssistantUsage',
    description: 'Of a key, a grant or a person: what their acts of the day come to.',
  });

export const listAssistantActs = endpoint({
  method: 'get',
  path: '/assistant/act',
  operationId: 'listAssistantActs',
  summary: 'List what assistants did and ask to do',
  description:
    "The acts of the organization's assistants, the latest first, and what they come to today. It counts and pages up to 10,000: " +
    'narrow longer lists by `state`. An extension.',
  tags,
  permission: 'tasks:read',
  query: z.object({ state: state.optional(), ...pageQuery }),
  responses: {
    200: {
      description: 'A page of acts.',
      schema: z
        .object({
          ...pageFields(act),
          totalIsExact: z.boolean(),
          day: calendarDate.meta({
            description: "Today in the organization's time zone, by which limits count.",
          }),
          today: z.array(used).meta({ description: 'The 100 with the most acts.' }),
        })
        .meta({ id: 'AssistantActPage' }),
    },
  },
});
export type ActQuery = z.output<NonNullable<typeof listAssistantActs.query>>;

export const getAssistantAct = endpoint({
  method: 'get',
  path: '/assistant/act/:actId',
  operationId: 'getAssistantAct',
  summary: 'Read an act of an assistant',
  description: 'What it changes or has changed, for whom, and who decided on it. An extension.',
  tags,
  params,
  permission: 'tasks:read',
  responses: { 200: { description: 'The act.', schema: act }, 404: unknown },
});

const decision = z
  .strictObject({
    reason: z
      .string()
      .trim()
      .min(1)
      .max(1000)
      .optional()
      .meta({ description: 'For the assistant and the audit log.' }),
  })
  .meta({ id: 'DecisionOnAct' });

const decided = {
  200: { description: 'The act after the decision.', schema: act },
  403: { description: 'The caller may not do it themselves.' },
  404: unknown,
  409: { description: 'It does not wait any more, or the caller is no person.' },
} as const;

export const releaseAssistantAct = endpoint({
  method: 'post',
  path: '/assistant/act/:actId/release',
  operationId: 'releaseAssistantAct',
  summary: 'Release an act of an assistant',
  description:
    'It is previewed again, and carried out as the key that asked for it if nothing has changed since. Only a person who may do it ' +
    `themselves releases it, within ${waitDays} days. Safe to repeat. An extension.`,
  tags,
  params,
  permission: 'tasks:write',
  body: decision,
  bodyOptional: true,
  bodyExample: { reason: 'The customer called, too' },
  responses: decided,
});

export const refuseAssistantAct = endpoint({
  method: 'post',
  path: '/assistant/act/:actId/refuse',
  operationId: 'refuseAssistantAct',
  summary: 'Refuse an act of an assistant',
  description: 'Nothing is done. Safe to repeat. An extension.',
  tags,
  params,
  permission: 'tasks:write',
  body: decision,
  bodyOptional: true,
  bodyExample: { reason: 'Ask the customer for the day first' },
  responses: decided,
});

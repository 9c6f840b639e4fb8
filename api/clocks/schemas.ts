import { z } from 'zod';
import { clockStates } from '../../db/models/clock.js';
import { instant, jsonObject, uuid } from '../../domain/ground/primitives.js';
import { asRead } from '../http/as-read.js';
import { endpoint } from '../http/endpoint.js';
import { pageFields, pageQuery } from '../http/page.js';

const tags = ['Clocks'] as const;
const params = z.object({ clockId: uuid });
const unknown = { description: 'The organization has no such clock, or the installation is `PROD`.' };
const inProd = { description: 'The installation is `PROD`, which has no clocks.' };

const name = z.string().trim().min(1).max(200);
const waitsTimeOut = z.boolean();

const listedClock = z
  .object({
    id: uuid,
    name: z.string(),
    businessTime: instant.meta({ description: 'The time that it shows.' }),
    state: z.enum(clockStates).meta({
      id: 'ClockState',
      description: '`ADVANCING`: nothing is fired at its clients until it is `READY`.',
    }),
    waitsTimeOut: waitsTimeOut.meta({
      description:
        'Waits for outside systems end when the clock passes their end; else they wait in real time.',
    }),
    advance: z
      .object({ from: instant, to: instant })
      .optional()
      .meta({ id: 'ClockAdvance', description: 'While it advances.' }),
    problem: z
      .string()
      .optional()
      .meta({ description: 'What an advance has been waiting for, for minutes.' }),
    createdTimestamp: instant.meta({ description: 'In real time.' }),
    createdBy: jsonObject.meta({ description: 'The person or key that made it.' }),
  })
  .meta({ id: 'ListedClock' });
export type ListedClock = z.output<typeof listedClock>;

const clock = listedClock
  .extend({
    clients: z.number().int().meta({ description: 'How many clients are bound to it.' }),
    policies: z.number().int().meta({ description: 'How many policies they have.' }),
    nextDueTimestamp: instant
      .optional()
      .meta({ description: 'When something of its policies is due next; absent if nothing is.' }),
  })
  .meta({ id: 'Clock' });
export type ClockView = z.output<typeof clock>;

export const createClock = endpoint({
  method: 'post',
  path: '/clock',
  operationId: 'createClock',
  summary: 'Make a test clock',
  description:
    'Gives the business time of the clients that are bound to it by the `clockId` of `PUT /client` or `GET_QUOTES`. ' +
    'In `DEV` and `UAT` only. An extension.',
  tags,
  body: z
    .object({
      name: name.meta({ description: 'For people.' }),
      businessTime: instant.meta({
        description: 'The time that it shows; in the past, now or in the future.',
      }),
      waitsTimeOut: waitsTimeOut.default(false).meta({
        description: 'Whether waits for outside systems end when the clock passes their end.',
      }),
    })
    .meta({ id: 'ClockCreation' }),
  bodyExample: { name: 'A year of a bakery', businessTime: '2027-01-01T09:00:00Z' },
  responses: { 201: { description: 'The clock.', schema: clock }, 404: inProd },
  permission: 'clocks:write',
});
export type ClockCreation = z.output<NonNullable<typeof createClock.body>>;

export const listClocks = endpoint({
  method: 'get',
  path: '/clock',
  operationId: 'listClocks',
  summary: 'List test clocks',
  description: 'The clocks of the organization, the latest made first. An extension.',
  tags,
  query: z.object(pageQuery),
  responses: {
    200: {
      description: 'A page of clocks.',
      schema: z.object({ ...pageFields(listedClock), totalIsExact: z.boolean() }).meta({ id: 'ClockPage' }),
    },
    404: inProd,
  },
  permission: 'clocks:read',
});

export const getClock = endpoint({
  method: 'get',
  path: '/clock/:clockId',
  operationId: 'getClock',
  summary: 'Read a test clock',
  description: 'With what stands under it. Read it again and again to follow an advance. An extension.',
  tags,
  params,
  responses: { 200: { description: 'The clock.', schema: clock }, 404: unknown },
  permission: 'clocks:read',
});

const changes = { name: name.optional(), waitsTimeOut: waitsTimeOut.optional() };

export const updateClock = endpoint({
  method: 'put',
  path: '/clock/:clockId',
  operationId: 'updateClock',
  summary: 'Change a test clock',
  description:
    'Each field in the request replaces the stored one. Its time changes by an advance only. An extension.',
  tags,
  params,
  body: z.object({ ...changes, ...asRead(clock, changes) }).meta({ id: 'ClockUpdate' }),
  bodyExample: { waitsTimeOut: true },
  responses: { 200: { description: 'The clock.', schema: clock }, 404: unknown },
  permission: 'clocks:write',
});
export type ClockUpdate = z.output<NonNullable<typeof updateClock.body>>;

export const deleteClock = endpoint({
  method: 'delete',
  path: '/clock/:clockId',
  operationId: 'deleteClock',
  summary: 'Delete a test clock',
  description:
    'With everything of it, for good: clients, events, quotes, policies, payments, documents and deliveries. ' +
    'An extension.',
  tags,
  params,
  responses: {
    204: { description: 'Deleted.' },
    404: unknown,
    409: { description: 'It advances: wait, or stop the advance.' },
  },
  permission: 'clocks:write',
});

export const advanceClock = endpoint({
  method: 'post',
  path: '/clock/:clockId/advance',
  operationId: 'advanceClock',
  summary: 'Advance a test clock',
  description:
    'Answers at once. What falls due until then is done in order, each at its own moment: bills, notices, ' +
    'cancellations, renewals, expirations, with the events and documents that follow. An extension.',
  tags,
  params,
  body: z
    .object({
      to: instant.meta({
        description: 'Not before the time of the clock, and at most ten years after it.',
      }),
    })
    .meta({ id: 'ClockAdvanceRequest' }),
  bodyExample: { to: '2027-02-01T09:00:00Z' },
  responses: {
    202: { description: 'The clock, which advances.', schema: clock },
    404: unknown,
    409: { description: 'It advances already.' },
  },
  permission: 'clocks:write',
});

export const stopClock = endpoint({
  method: 'post',
  path: '/clock/:clockId/stop',
  operationId: 'stopClock',
  summary: 'Stop the advance of a test clock',
  description: 'Where it stands; what is under way there ends. Safe to repeat. An extension.',
  tags,
  params,
  responses: { 200: { description: 'The clock.', schema: clock }, 404: unknown },
  permission: 'clocks:write',
});

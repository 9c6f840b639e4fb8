import { z } from 'zod';
import { clientFilters, clientSorts } from '../../db/clients/client-filters.js';
import { filterFields } from '../../db/filters.js';
import { clientProfile } from '../../domain/client/client.js';
import { instant, uuid } from '../../domain/ground/primitives.js';
import { endpoint } from '../http/endpoint.js';
import { pageFields, pageQuery } from '../http/page.js';

const listedClient = clientProfile
  .extend({
    phone: z
      .string()
      .optional()
      .meta({ description: 'Of the contact, else of the client; as it was typed.' }),
    email: z.string().optional().meta({ description: 'Of the contact, else of the client.' }),
    clockId: uuid.optional().meta({ description: 'Its test clock.' }),
    createdTimestamp: instant,
    updatedTimestamp: instant,
  })
  .meta({ id: 'ListedClient' });
export type ListedClient = z.infer<typeof listedClient>;

export const listClientsEndpoint = endpoint({
  method: 'get',
  path: '/client',
  operationId: 'listClients',
  summary: 'List clients',
  description:
    'An extension. The clients of the organization without their answers, the latest created first unless `sort` says otherwise; with ' +
    '`updatedFrom` or `updatedTo` the latest changed first. Totals are exact up to 10,000; beyond, `totalElements` is 10,000 and ' +
    '`totalIsExact` is false. Pages end there, too: continue with `createdTo`, or `updatedTo`, of the last client read. ' +
    'An API key that is restricted to products finds the clients of its quotes, policies and events.',
  tags: ['Client data'],
  query: z.object({
    ...filterFields(clientFilters),
    sort: z
      .enum(clientSorts, `must be one of ${clientSorts.join(', ')}`)
      .optional()
      .meta({ id: 'ClientSort', description: '`-` for descending.' }),
    ...pageQuery,
  }),
  responses: {
    200: {
      description: 'A page of clients.',
      schema: z.object({ ...pageFields(listedClient), totalIsExact: z.boolean() }).meta({ id: 'ClientPage' }),
    },
  },
  permission: 'clients:read',
  audited: 'CLIENTS_LISTED',
  narrowsToProducts: true,
});

export type ClientQuery = z.infer<NonNullable<typeof listClientsEndpoint.query>>;

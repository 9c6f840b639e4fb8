import { z } from 'zod';
import { instant, timeZone, uuid } from '../../domain/ground/primitives.js';
import { asRead } from '../http/as-read.js';
import { endpoint } from '../http/endpoint.js';

const tags = ['Administration'] as const;

const organization = z
  .object({
    organizationId: uuid,
    organizationName: z.string(),
    timeZone: z.string().meta({
      description: 'Its business days are the days there, unless a product names another one: an IANA name.',
    }),
    createdTimestamp: instant,
  })
  .meta({ id: 'Organization' });
export type OrganizationView = z.output<typeof organization>;

export const getOrganization = endpoint({
  method: 'get',
  path: '/organization',
  tagged: true,
  operationId: 'getOrganization',
  summary: "Read the caller's organization",
  description: 'An extension.',
  tags,
  responses: { 200: { description: 'The organization.', schema: organization } },
  permission: 'administration:read',
});

const settings = { timeZone };
const change = z
  .object({ ...settings, ...asRead(organization, settings) })
  .meta({ id: 'OrganizationSettings' });
export type OrganizationSettings = z.output<typeof change>;

export const changeOrganization = endpoint({
  method: 'put',
  path: '/organization',
  checksTag: true,
  operationId: 'updateOrganization',
  summary: "Replace the settings of the caller's organization",
  description:
    'In every process at once. Days that were recorded stay; a policy whose next check is scheduled is checked then. ' +
    'An extension.',
  tags,
  body: change,
  bodyExample: { timeZone: 'UTC' },
  responses: {
    200: { description: 'The changed organization.', schema: organization },
    403: { description: 'The API key is restricted to event types or products.' },
  },
  permission: 'administration:write',
});

import { z } from 'zod';
import { instant, timeZone, uuid } from '../../domain/ground/primitives.js';
import { mailAddress } from '../../domain/mail/mail-address.js';
import { chartOfAccounts } from '../../domain/postings/chart-of-accounts.js';
import { asRead } from '../http/as-read.js';
import { endpoint } from '../http/endpoint.js';

const tags = ['Administration'] as const;

const mailReplyTo = mailAddress
  .nullable()
  .meta({ id: 'MailReplyTo', description: 'Where answers to its mails go; null: to their sender.' });

const organization = z
  .object({
    organizationId: uuid,
    organizationName: z.string(),
    timeZone: z.string().meta({
      description: 'Its business days are the days there, unless a product names another one: an IANA name.',
    }),
    chartOfAccounts: chartOfAccounts.meta({
      description: 'The accounts of its postings that are not the default ones, by role.',
    }),
    mailReplyTo,
    signIn: z
      .object({
        passwords: z.boolean(),
        providers: z.array(
          z
            .object({ provider: z.string(), label: z.string(), issuer: z.string() })
            .meta({ id: 'OrganizationProvider' }),
        ),
      })
      .meta({
        id: 'OrganizationSignIn',
        description: 'How its people sign in: by a password, and through which identity providers.',
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

const settings = {
  timeZone,
  chartOfAccounts: chartOfAccounts.optional().meta({
    description:
      'The accounts of its postings, by role; a role that is left out has its default account. Without this field they stay. ' +
      'Closed months keep the accounts that they were closed with.',
  }),
  mailReplyTo: mailReplyTo.optional(),
};
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

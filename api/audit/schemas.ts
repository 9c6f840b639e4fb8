import { z } from 'zod';
import { auditedActionNames, auditedActions } from '../../db/audit/actions.js';
import { auditFilters } from '../../db/audit/audit-filters.js';
import { filterFields } from '../../db/filters.js';
import { jsonObject, uuid } from '../../domain/ground/primitives.js';
import { endpoint } from '../http/endpoint.js';
import { queryInteger } from '../http/query.js';

const entryId = z.string().regex(/^\d{1,18}$/, 'must be the id of an entry');

const auditEntry = z
  .object({
    entryId,
    recordedTimestamp: z.iso.datetime(),
    action: auditFilters.action.schema,
    actorKind: z.enum(['USER', 'API_KEY', 'OPERATOR', 'NOBODY']).meta({
      id: 'AuditActorKind',
      description: '`OPERATOR`: at the command line. `NOBODY`: without valid credentials.',
    }),
    actorId: z.string().nullable(),
    actorName: z.string().nullable(),
    targetKind: z.string().nullable(),
    targetId: z.string().nullable(),
    details: jsonObject,
    names: z.record(z.string(), z.string()).meta({
      description:
        'What the records that it names are called now, by their ids: people, keys, products, policies. Absent are those that ' +
        'are gone, and those that the caller may not read.',
    }),
    requestId: z.string().nullable().meta({ description: 'The `X-Request-Id` of the answer.' }),
    address: z.string().nullable(),
    occurrences: z
      .number()
      .int()
      .meta({ description: 'Equal refusals and reads of a minute are one entry.' }),
  })
  .meta({ id: 'AuditEntry' });

export const readAuditLog = endpoint({
  method: 'get',
  path: '/audit',
  operationId: 'getAuditLog',
  summary: 'Read the audit log',
  description: `The entries of the organization, the latest first. The actions:\n\n${auditedActionNames
    .map((name) => `- \`${name}\`: ${auditedActions[name].words}`)
    .join('\n')}`,
  tags: ['Audit'],
  query: z.object({
    ...filterFields(auditFilters),
    before: entryId.optional().meta({ description: '`nextBefore` of the page before.' }),
    size: queryInteger({ least: 1, most: 1000, otherwise: 100 }),
  }),
  responses: {
    200: {
      description: 'A page of entries.',
      schema: z
        .object({
          organizationId: uuid,
          entries: z.array(auditEntry),
          nextBefore: entryId.optional().meta({ description: 'Absent on the last page.' }),
        })
        .meta({ id: 'AuditPage' }),
    },
  },
  permission: 'audit:read',
  audited: 'AUDIT_READ',
});

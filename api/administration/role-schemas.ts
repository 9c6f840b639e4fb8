import { z } from 'zod';
import { eventType } from '../../domain/events/catalog.js';
import { endpoint } from '../http/endpoint.js';
import { permission, role } from './fields.js';

export const listRoles = endpoint({
  method: 'get',
  path: '/role',
  operationId: 'listRoles',
  summary: 'List the roles and permissions',
  description: 'They are the same for every organization. An extension.',
  tags: ['Administration'],
  responses: {
    200: {
      description: 'The roles with their permissions, and what each permission allows.',
      schema: z
        .object({
          roles: z.array(
            z
              .object({
                role,
                permissions: z.array(permission),
                events: z.array(eventType).meta({ description: 'The event types that it can fire.' }),
              })
              .meta({ id: 'RolePermissions' }),
          ),
          permissions: z.array(
            z.object({ permission, allows: z.string() }).meta({ id: 'PermissionDescription' }),
          ),
        })
        .meta({ id: 'Roles' }),
    },
  },
});

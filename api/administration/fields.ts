import { z } from 'zod';
import { type Permission, permissionNames } from '../http/permissions.js';
import { roleNames } from '../http/roles.js';

export const permission = z.enum(permissionNames as [Permission, ...Permission[]]).meta({ id: 'Permission' });
export const role = z.enum(roleNames).meta({ id: 'Role' });

const unique = <T>(names: T[]): T[] => [...new Set(names)];

/** What a user or key is to have. */
export const given = {
  roles: z
    .array(role)
    .max(roleNames.length)
    .transform(unique)
    .meta({ description: 'Sets of permissions: `GET /role` lists them.' }),
  permissions: z
    .array(z.enum(['*', ...permissionNames]).meta({ id: 'GivenPermission' }))
    .max(permissionNames.length + 1)
    .transform(unique)
    .meta({ description: 'Beside those of the roles; `*` stands for all.' }),
};

/** What a user or key has. Earlier releases may have given other names. */
export const had = {
  roles: z.array(z.string()),
  permissions: z.array(z.string()).meta({ description: 'Beside those of the roles; `*` stands for all.' }),
};

import { describe, expect, it } from 'vitest';
import { permissionNames } from '../../../api/http/permissions.js';
import { permissionsOf, roleNames, roles } from '../../../api/http/roles.js';

const of = (permissions: string[], given: string[] = []) => [...permissionsOf({ permissions, roles: given })];

describe('the permissions of a key or user', () => {
  it('are those of its roles and its own', () => {
    expect(of(['inbound:send', 'products:read'], ['author'])).toEqual([
      'clocks:read',
      'clocks:write',
      'inbound:send',
      'products:read',
      'products:write',
    ]);
    expect(of([], ['billing', 'service'])).toEqual(
      expect.arrayContaining(['billing:fire', 'servicing:fire']),
    );
  });

  it('are all by `*`, and by the role admin', () => {
    expect(of(['*'])).toEqual(permissionNames);
    expect(of([], ['admin'])).toEqual(permissionNames);
  });

  it('are none by names that nobody knows', () => {
    expect(of(['quotes:raed', 'constructor'], ['superuser', 'toString'])).toEqual([]);
  });
});

it('keeps product files, carriers’ answers and administration out of the roles of daily work', () => {
  for (const role of roleNames.filter((name) => name !== 'admin' && name !== 'author')) {
    for (const permission of ['products:write', 'inbound:send', 'webhooks:write', 'administration:write']) {
      expect({ role, permissions: roles[role] }).not.toEqual({
        role,
        permissions: expect.arrayContaining([permission]),
      });
    }
  }
});

it('lets nobody change anything by the role read-only', () => {
  expect(roles['read-only'].filter((permission) => !permission.endsWith(':read'))).toEqual([]);
});

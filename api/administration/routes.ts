import { Router } from 'express';
import { type EventType, eventCatalog, eventTypes } from '../../domain/events/catalog.js';
import { callerOf } from '../http/caller.js';
import { ifMatch } from '../http/entity-tag.js';
import { permissionNames, permissions } from '../http/permissions.js';
import { type Role, roleNames, roles } from '../http/roles.js';
import { validated } from '../http/validated.js';
import { createKey, getKey, listKeys, revokeKey, rotateKey } from './key-schemas.js';
import type { Keys } from './keys.js';
import { changeOrganization, getOrganization } from './organization-schemas.js';
import type { Organizations } from './organizations.js';
import { listRoles } from './role-schemas.js';
import {
  changeUserRoles,
  createUser,
  disableUser,
  enableUser,
  getUser,
  listUsers,
  resetPassword,
  resetSecondFactor,
  signOutUser,
} from './user-schemas.js';
import type { Users } from './users.js';

export interface Administration {
  organizations: Organizations;
  users: Users;
  keys: Keys;
}

/** The settings, users and API keys of the caller's organization, an extension of the interface. */
export function administrationRoutes({ organizations, users, keys }: Administration): Router {
  const router = Router();
  router.get(
    getOrganization.path,
    validated(getOrganization, (_input, req) => organizations.read(callerOf(req))),
  );
  router.put(
    changeOrganization.path,
    validated(changeOrganization, ({ body }, req) => organizations.change(callerOf(req), body, ifMatch(req))),
  );
  router.get(
    listRoles.path,
    validated(listRoles, () => ({
      roles: roleNames.map((role) => ({ role, permissions: roles[role], events: eventsOf(role) })),
      permissions: permissionNames.map((permission) => ({ permission, allows: permissions[permission] })),
    })),
  );
  addUsers(router, users);
  addKeys(router, keys);
  return router;
}

const eventsOf = (role: Role): EventType[] =>
  eventTypes.filter((type) => eventCatalog[type].firedWith.some((needed) => roles[role].includes(needed)));

function addUsers(router: Router, users: Users): void {
  router.get(
    listUsers.path,
    validated(listUsers, ({ query }, req) => users.list(callerOf(req), query)),
  );
  router.post(
    createUser.path,
    validated(createUser, ({ body }, req) => users.create(callerOf(req), body, req.operationId)),
  );
  router.get(
    getUser.path,
    validated(getUser, async ({ params }, req, res) => {
      const { user, tag } = await users.read(callerOf(req), params.personId);
      res.setHeader('ETag', tag);
      return user;
    }),
  );
  router.put(
    changeUserRoles.path,
    validated(changeUserRoles, ({ params, body }, req) =>
      users.changeRoles(callerOf(req), params.personId, body, ifMatch(req)),
    ),
  );
  for (const [endpoint, change] of [
    [disableUser, 'disable'],
    [enableUser, 'enable'],
    [signOutUser, 'signOut'],
  ] as const) {
    router.post(
      endpoint.path,
      validated(endpoint, ({ params }, req) => users.change(callerOf(req), params.personId, change)),
    );
  }
  router.post(
    resetSecondFactor.path,
    validated(resetSecondFactor, ({ params }, req) =>
      users.resetSecondFactor(callerOf(req), params.personId),
    ),
  );
  router.post(
    resetPassword.path,
    validated(resetPassword, ({ params, body }, req) =>
      users.resetPassword(callerOf(req), params.personId, body),
    ),
  );
}

function addKeys(router: Router, keys: Keys): void {
  router.get(
    listKeys.path,
    validated(listKeys, ({ query }, req) => keys.list(callerOf(req), query)),
  );
  router.post(
    createKey.path,
    validated(createKey, ({ body }, req) => keys.create(callerOf(req), body, req.operationId)),
  );
  router.get(
    getKey.path,
    validated(getKey, ({ params }, req) => keys.read(callerOf(req), params.apiKey)),
  );
  router.post(
    rotateKey.path,
    validated(rotateKey, ({ params, body }, req) => keys.rotate(callerOf(req), params.apiKey, body)),
  );
  router.post(
    revokeKey.path,
    validated(revokeKey, ({ params }, req) => keys.revoke(callerOf(req), params.apiKey)),
  );
}

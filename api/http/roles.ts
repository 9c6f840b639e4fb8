import { type Permission, permissionNames } from './permissions.js';

const businessReads: readonly Permission[] = [
  'clients:read',
  'clocks:read',
  'documents:read',
  'events:read',
  'holds:read',
  'mail:read',
  'policies:read',
  'products:read',
  'quotes:read',
];

export const roleNames = [
  'admin',
  'underwriter',
  'producer',
  'billing',
  'service',
  'author',
  'read-only',
] as const;
export type Role = (typeof roleNames)[number];

/** What the people of an insurer or agency do, as sets of permissions. A key or user may have several. */
export const roles: Readonly<Record<Role, readonly Permission[]>> = {
  admin: permissionNames,
  underwriter: [
    ...businessReads,
    'clocks:write',
    'documents:fire',
    'documents:generate',
    'holds:override',
    'holds:write',
    'mail:write',
    'quotes:decide',
    'quoting:fire',
    'underwriting:fire',
  ],
  producer: [
    ...businessReads,
    'binding:fire',
    'claims:fire',
    'clients:write',
    'clocks:write',
    'documents:fire',
    'documents:generate',
    'mail:write',
    'quoting:fire',
  ],
  billing: [
    ...businessReads,
    'billing:fire',
    'clocks:write',
    'commissions:read',
    'commissions:write',
    'documents:generate',
    'mail:write',
    'policies:write',
    'postings:close',
  ],
  service: [
    ...businessReads,
    'claims:fire',
    'clients:write',
    'clocks:write',
    'documents:fire',
    'documents:generate',
    'mail:write',
    'servicing:fire',
  ],
  author: ['clocks:read', 'clocks:write', 'products:read', 'products:write'],
  'read-only': [...businessReads, 'changes:read', 'webhooks:read'],
};

/** The roles that have a permission. */
export const rolesWith = (permission: Permission): Role[] =>
  roleNames.filter((role) => roles[role].includes(permission));

/** What a key or user was given, by the names that are stored with it. */
export interface Given {
  permissions: readonly string[];
  roles: readonly string[];
}

/** The permissions of a key or user. A name that this release does not know allows nothing. */
export function permissionsOf(given: Given): ReadonlySet<Permission> {
  const ofRoles = roleNames.filter((role) => given.roles.includes(role)).flatMap((role) => roles[role]);
  const granted = new Set<string>([...given.permissions, ...ofRoles]);
  return new Set(permissionNames.filter((permission) => granted.has('*') || granted.has(permission)));
}

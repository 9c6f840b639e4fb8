/** The permissions of users and API keys, besides `*`, which stands for all. */
export const permissionNames = [
  'clients:read',
  'clients:write',
  'documents:generate',
  'documents:read',
  'events:fire',
  'events:read',
  'inbound:send',
  'policies:read',
  'policies:write',
  'products:read',
  'products:write',
  'quotes:decide',
  'quotes:read',
  'webhooks:read',
  'webhooks:write',
] as const;

export type Permission = (typeof permissionNames)[number];

/** What people of an insurer or agency do. */
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

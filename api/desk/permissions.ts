import type { NotificationSourceName } from '../../db/desk/notification-sources.js';
import type { Permission } from '../http/permissions.js';

/** The permission of the operation by which the records of a source are read. */
export const permissionToNotify: Readonly<Record<NotificationSourceName, Permission>> = {
  tasks: 'tasks:read',
  taskNotes: 'tasks:read',
  clientNotes: 'clients:read',
  quoteNotes: 'quotes:read',
  policyNotes: 'policies:read',
  jobs: 'events:read',
  decisions: 'quotes:read',
  mails: 'mail:read',
};

import type { SourceName } from '../../db/activity/sources.js';
import type { Permission } from '../http/permissions.js';

/** The permission of the operation by which a source's records are read. */
export const permissionToRead: Readonly<Record<SourceName, Permission>> = {
  events: 'events:read',
  clientChanges: 'clients:read',
  clientNotes: 'clients:read',
  lookups: 'quotes:read',
  quotes: 'quotes:read',
  underwriting: 'quotes:read',
  decisions: 'quotes:read',
  quoteNotes: 'quotes:read',
  policyEvents: 'policies:read',
  ledger: 'policies:read',
  statements: 'policies:read',
  refunds: 'policies:read',
  documents: 'documents:read',
  holdOverrides: 'holds:read',
  mails: 'mail:read',
  files: 'files:read',
  tasks: 'tasks:read',
  collections: 'policies:read',
};

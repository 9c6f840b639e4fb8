import { clientChanges } from './sources/client-changes.js';
import { clientNotes } from './sources/client-notes.js';
import { collections } from './sources/collections.js';
import { decisions } from './sources/decisions.js';
import { documents } from './sources/documents.js';
import { events } from './sources/events.js';
import { files } from './sources/files.js';
import { holdOverrides } from './sources/hold-overrides.js';
import { ledger } from './sources/ledger.js';
import { lookups } from './sources/lookups.js';
import { mails } from './sources/mails.js';
import { policyEvents } from './sources/policy-events.js';
import { quoteNotes } from './sources/quote-notes.js';
import { quotes } from './sources/quotes.js';
import { refunds } from './sources/refunds.js';
import { statements } from './sources/statements.js';
import { tasks } from './sources/tasks.js';
import { underwriting } from './sources/underwriting.js';

/** What feeds of activity tell of. Of one moment, what an event made is newer than the event: a later source is listed first. */
export const activitySources = {
  events,
  clientChanges,
  lookups,
  quotes,
  quoteNotes,
  underwriting,
  decisions,
  policyEvents,
  ledger,
  statements,
  refunds,
  collections,
  documents,
  files,
  mails,
  tasks,
  holdOverrides,
  clientNotes,
} as const;
export type SourceName = keyof typeof activitySources;
export const sourceNames = Object.keys(activitySources) as SourceName[];

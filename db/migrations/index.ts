import type { Knex } from 'knex';
import * as organizations from './0001_organizations.js';
import * as products from './0002_products.js';
import * as clients from './0003_clients.js';
import * as events from './0004_events.js';
import * as quotes from './0005_quotes.js';
import * as policies from './0006_policies.js';
import * as billing from './0007_billing.js';
import * as ledger from './0008_ledger.js';
import * as policySearch from './0009_policy_search.js';
import * as documents from './0010_documents.js';
import * as webhooks from './0011_webhooks.js';
import * as idempotency from './0012_idempotency.js';
import * as clocks from './0013_clocks.js';
import * as postings from './0014_postings.js';
import * as commissions from './0015_commissions.js';
import * as minorUnits from './0017_minor_units.js';
import * as minorUnitsChecked from './0017_minor_units_checked.js';
import * as exposure from './0018_exposure.js';
import * as figures from './0019_figures.js';
import * as changes from './0020_changes.js';
import * as policyLists from './0021_policy_lists.js';
import * as jobs from './0022_jobs.js';
import * as webhookChanges from './0023_webhook_changes.js';
import * as webhookChangesIndexed from './0023_webhook_changes_indexed.js';
import * as books from './0024_books.js';
import * as changesTogether from './0025_changes_together.js';
import * as latePolicies from './0026_late_policies.js';
import * as latePoliciesIndexed from './0026_late_policies_indexed.js';
import * as holds from './0027_holds.js';
import * as tableColumns from './0030_table_columns.js';
import * as lookups from './0031_lookups.js';
import * as languages from './0032_languages.js';
import * as holdsInFeed from './0033_holds_in_feed.js';
import * as holdsInFeedIndexed from './0033_holds_in_feed_indexed.js';
import * as sessions from './0034_sessions.js';
import * as singleSignOn from './0035_single_sign_on.js';
import * as twoFactors from './0035_two_factors.js';
import * as tasks from './0036_tasks.js';
import * as tasksChecked from './0036_tasks_checked.js';
import * as mails from './0037_mails.js';
import * as paperless from './0038_paperless.js';
import * as paperlessChecked from './0038_paperless_checked.js';
import * as files from './0039_files.js';
import * as quoteUnderwriting from './0040_quote_underwriting.js';
import * as collection from './0041_collection.js';
import * as activity from './0042_activity.js';
import * as activityIndexed from './0042_activity_indexed.js';
import * as passwordResets from './0043_password_resets.js';
import * as drafts from './0045_drafts.js';
import * as decidedQuotes from './0046_decided_quotes.js';
import * as notifications from './0047_notifications.js';
import * as notificationsIndexed from './0047_notifications_indexed.js';
import * as lists from './0048_lists.js';
import * as listsIndexed from './0048_lists_indexed.js';
import * as assistants from './0049_assistants.js';
import * as assistantGrants from './0050_assistant_grants.js';

export interface NamedMigration {
  name: string;
  migration: Migration;
}

/** With `config.transaction` false it runs outside a transaction, and must be safe to repeat after an interruption. */
export interface Migration extends Knex.Migration {
  config?: { transaction: boolean };
  /**
   * The release that stopped using what the migration removes; the schema refuses processes of earlier ones. Must be
   * a release before the one that brings the migration.
   */
  unusedSince?: string;
}

/** Every migration of this folder, in order. Add yours: one that is not listed never runs. Numbers may have gaps. */
export const migrations: readonly NamedMigration[] = [
  { name: '0001_organizations', migration: organizations },
  { name: '0002_products', migration: products },
  { name: '0003_clients', migration: clients },
  { name: '0004_events', migration: events },
  { name: '0005_quotes', migration: quotes },
  { name: '0006_policies', migration: policies },
  { name: '0007_billing', migration: billing },
  { name: '0008_ledger', migration: ledger },
  { name: '0009_policy_search', migration: policySearch },
  { name: '0010_documents', migration: documents },
  { name: '0011_webhooks', migration: webhooks },
  { name: '0012_idempotency', migration: idempotency },
  { name: '0013_clocks', migration: clocks },
  { name: '0014_postings', migration: postings },
  { name: '0015_commissions', migration: commissions },
  { name: '0017_minor_units', migration: minorUnits },
  { name: '0017_minor_units_checked', migration: minorUnitsChecked },
  { name: '0018_exposure', migration: exposure },
  { name: '0019_figures', migration: figures },
  { name: '0020_changes', migration: changes },
  { name: '0021_policy_lists', migration: policyLists },
  { name: '0022_jobs', migration: jobs },
  { name: '0023_webhook_changes', migration: webhookChanges },
  { name: '0023_webhook_changes_indexed', migration: webhookChangesIndexed },
  { name: '0024_books', migration: books },
  { name: '0025_changes_together', migration: changesTogether },
  { name: '0026_late_policies', migration: latePolicies },
  { name: '0026_late_policies_indexed', migration: latePoliciesIndexed },
  { name: '0027_holds', migration: holds },
  { name: '0030_table_columns', migration: tableColumns },
  { name: '0031_lookups', migration: lookups },
  { name: '0032_languages', migration: languages },
  { name: '0033_holds_in_feed', migration: holdsInFeed },
  { name: '0033_holds_in_feed_indexed', migration: holdsInFeedIndexed },
  { name: '0034_sessions', migration: sessions },
  { name: '0035_single_sign_on', migration: singleSignOn },
  { name: '0035_two_factors', migration: twoFactors },
  { name: '0036_tasks', migration: tasks },
  { name: '0036_tasks_checked', migration: tasksChecked },
  { name: '0037_mails', migration: mails },
  { name: '0038_paperless', migration: paperless },
  { name: '0038_paperless_checked', migration: paperlessChecked },
  { name: '0039_files', migration: files },
  { name: '0040_quote_underwriting', migration: quoteUnderwriting },
  { name: '0041_collection', migration: collection },
  { name: '0042_activity', migration: activity },
  { name: '0042_activity_indexed', migration: activityIndexed },
  { name: '0043_password_resets', migration: passwordResets },
  { name: '0045_drafts', migration: drafts },
  { name: '0046_decided_quotes', migration: decidedQuotes },
  { name: '0047_notifications', migration: notifications },
  { name: '0047_notifications_indexed', migration: notificationsIndexed },
  { name: '0048_lists', migration: lists },
  { name: '0048_lists_indexed', migration: listsIndexed },
  { name: '0049_assistants', migration: assistants },
  { name: '0050_assistant_grants', migration: assistantGrants },
];

import type { Knex } from 'knex';
import * as foundation from './0001_foundation.js';
import * as thirdPartyRating from './0002_third_party_rating.js';
import * as packageQuotes from './0003_package_quotes.js';
import * as eventPipeline from './0004_event_pipeline.js';
import * as policies from './0005_policies.js';
import * as webhooks from './0006_webhooks.js';
import * as documents from './0007_documents.js';
import * as eventLists from './0008_event_lists.js';
import * as policyTerms from './0010_policy_terms.js';
import * as eventOrigin from './0011_event_origin.js';
import * as paymentRefunds from './0012_payment_refunds.js';
import * as productCases from './0013_product_cases.js';
import * as earnedPeriods from './0014_earned_periods.js';
import * as productActors from './0015_product_actors.js';
import * as appendOnly from './0016_append_only.js';
import * as paymentReversals from './0017_payment_reversals.js';
import * as lateFees from './0018_late_fees.js';
import * as contractOn from './0019_contract_on.js';
import * as billedOn from './0021_billed_on.js';
import * as authors from './0022_authors.js';
import * as webhookQueues from './0026_webhook_queues.js';
import * as roles from './0027_roles.js';
import * as sellerAuthority from './0028_seller_authority.js';
import * as access from './0030_access.js';
import * as bothOrganizations from './0031_both_organizations.js';
import * as quotesByEffectiveDate from './0031_quotes_by_effective_date.js';
import * as personalData from './0032_personal_data.js';
import * as eventKeys from './0033_event_keys.js';
import * as quotesOfDays from './0034_quotes_of_days.js';
import * as shortTexts from './0040_short_texts.js';
import * as linesOfVersions from './0041_lines_of_versions.js';
import * as idempotencyKeys from './0042_idempotency_keys.js';
import * as listsOfClients from './0045_lists_of_clients.js';
import * as ageOfRecords from './0046_age_of_records.js';
import * as listsOfUsersAndKeys from './0047_lists_of_users_and_keys.js';
import * as reviews from './0048_reviews.js';
import * as workQueue from './0048_work_queue.js';
import * as acknowledgedEvents from './0049_acknowledged_events.js';
import * as listsOfAcknowledgedEvents from './0049_lists_of_acknowledged_events.js';
import * as quotesForOthers from './0050_quotes_for_others.js';
import * as deflatedWorksheets from './0051_deflated_worksheets.js';
import * as productConsents from './0055_product_consents.js';

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
  { name: '0001_foundation', migration: foundation },
  { name: '0002_third_party_rating', migration: thirdPartyRating },
  { name: '0003_package_quotes', migration: packageQuotes },
  { name: '0004_event_pipeline', migration: eventPipeline },
  { name: '0005_policies', migration: policies },
  { name: '0006_webhooks', migration: webhooks },
  { name: '0007_documents', migration: documents },
  { name: '0008_event_lists', migration: eventLists },
  { name: '0010_policy_terms', migration: policyTerms },
  { name: '0011_event_origin', migration: eventOrigin },
  { name: '0012_payment_refunds', migration: paymentRefunds },
  { name: '0013_product_cases', migration: productCases },
  { name: '0014_earned_periods', migration: earnedPeriods },
  { name: '0015_product_actors', migration: productActors },
  { name: '0016_append_only', migration: appendOnly },
  { name: '0017_payment_reversals', migration: paymentReversals },
  { name: '0018_late_fees', migration: lateFees },
  { name: '0019_contract_on', migration: contractOn },
  { name: '0021_billed_on', migration: billedOn },
  { name: '0022_authors', migration: authors },
  { name: '0026_webhook_queues', migration: webhookQueues },
  { name: '0027_roles', migration: roles },
  { name: '0028_seller_authority', migration: sellerAuthority },
  { name: '0030_access', migration: access },
  { name: '0031_both_organizations', migration: bothOrganizations },
  { name: '0031_quotes_by_effective_date', migration: quotesByEffectiveDate },
  { name: '0032_personal_data', migration: personalData },
  { name: '0033_event_keys', migration: eventKeys },
  { name: '0034_quotes_of_days', migration: quotesOfDays },
  { name: '0040_short_texts', migration: shortTexts },
  { name: '0041_lines_of_versions', migration: linesOfVersions },
  { name: '0042_idempotency_keys', migration: idempotencyKeys },
  { name: '0045_lists_of_clients', migration: listsOfClients },
  { name: '0046_age_of_records', migration: ageOfRecords },
  { name: '0047_lists_of_users_and_keys', migration: listsOfUsersAndKeys },
  { name: '0048_reviews', migration: reviews },
  { name: '0048_work_queue', migration: workQueue },
  { name: '0049_acknowledged_events', migration: acknowledgedEvents },
  { name: '0049_lists_of_acknowledged_events', migration: listsOfAcknowledgedEvents },
  { name: '0050_quotes_for_others', migration: quotesForOthers },
  { name: '0051_deflated_worksheets', migration: deflatedWorksheets },
  { name: '0055_product_consents', migration: productConsents },
];

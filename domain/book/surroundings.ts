import type { BusinessTime } from '../ground/business-time.js';
import type { JsonObject } from '../ground/json.js';
import type { AnswerMap } from '../intake/answers.js';
import type { PolicySettings } from '../policy/policy-settings.js';
import type { ReadAccount } from './account.js';
import type { ReadChange } from './changes.js';
import { idInBook } from './priced-changes.js';

/** What of this installation a policy of a book belongs to. */
export interface BookSurroundings {
  /** The id of the policy here. */
  policyId: string;
  /** The name of the system that the book comes from. */
  source: string;
  insurer: { id: string; name: string };
  seller: { id: string; name: string };
  client: { id: string; name: string | null; answers: AnswerMap };
  product: { id: string; key: string; name: string };
  version: { id: string; label: string; source: 'HOSTING' | 'BUILDER' };
  /** That would have rated its quotes, and rates its renewals. */
  action: { id: string; type: string };
  settings: PolicySettings;
  now: BusinessTime;
}

/** A policy of another system as this service keeps it, with its account. */
export interface ReadPolicy {
  /** Its `policyMeta` as issued. */
  issuedMeta: JsonObject;
  changes: readonly ReadChange[];
  account: ReadAccount;
}

/** The event that a policy of a book belongs to: its quotes name one. */
export const eventIdInBook = (policyId: string): string => idInBook(policyId, 'event');

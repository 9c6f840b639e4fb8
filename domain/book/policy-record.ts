import { canonicalJson, contentHash, textHash } from '../ground/canonical-json.js';
import type { JsonObject } from '../ground/json.js';
import type { Rows } from './rows.js';

/** A whole policy of an exported book: a line of `policies.ndjson`. */
export interface PolicyRecord {
  id: string;
  policyNumber: string;
  /** The id of its client, which is in `clients.ndjson`. */
  client: string;
  /** The key of its product. */
  product: string;
  /** The name of the organization that sold it. */
  seller: string;
  rows: Rows;
}

/** A record with the hash of the rest of it, in canonical JSON. */
export type Sealed<Record> = Record & { sha256: string };

/** A record as a line, with the hash that shows each later change. */
export function sealedLine(record: PolicyRecord): string {
  const text = canonicalJson(record);
  return `${text.slice(0, -1)},"sha256":"${textHash(text)}"}\n`;
}

/**
 * Whether a record is as it was exported.
 *
 * @param line its text, if it is known: the hash of a text as it was written needs no canonical JSON.
 */
export function isIntact({ sha256, ...record }: Sealed<PolicyRecord> | JsonObject, line?: string): boolean {
  const end = `,"sha256":"${sha256}"}`;
  const text = line?.trimEnd();
  if (text?.endsWith(end) && textHash(`${text.slice(0, -end.length)}}`) === sha256) return true;
  return contentHash(record) === sha256;
}

/** Why the rows of a record are not all of its policy; undefined if they are. */
export function whyNotOwn({ id, client, rows }: PolicyRecord): string | undefined {
  const { policies = [] } = rows;
  const [policy] = policies;
  if (policies.length !== 1 || policy?.id !== id) return 'it does not have the one row of its policy';
  if (policy.client_id !== client) return 'its policy is of another client than it says';
  const foreign = Object.entries(rows).find(
    ([table, all]) =>
      !tablesOfPolicy.has(table) ||
      all.some((row) =>
        ['policy_id', 'parent_policy_id'].some((column) => row[column] != null && row[column] !== id),
      ),
  );
  return foreign && `its rows of ${foreign[0]} are not its own`;
}

/** The tables of a policy's record. */
const tablesOfPolicy: ReadonlySet<string> = new Set([
  ...['events', 'quotes', 'quote_worksheets', 'policies', 'policy_quotes', 'policy_changes', 'policy_events'],
  ...['account_journal', 'statements', 'ledger_entries', 'ledger_journal', 'payment_sessions', 'payments'],
  ...['payment_refunds', 'payment_allocations'],
]);

import { grouped } from '../../domain/ground/grouped.js';
import type { NoticeSubject } from '../../domain/webhooks/change-notices.js';
import type { Database } from '../database.js';
import type { Change, ChangeKind } from '../models/change.js';
import { Document } from '../models/document.js';
import { LedgerEntry } from '../models/ledger-entry.js';
import { LedgerLine } from '../models/ledger-line.js';
import { Payment } from '../models/payment.js';
import { PaymentRefund } from '../models/payment-refund.js';
import { Statement } from '../models/statement.js';

/** The client, quote, policy, hold, task or mail that a change belongs to. */
export interface SubjectOfChange {
  kind: NoticeSubject;
  id: string;
}

type Owned = readonly [id: string, subject: SubjectOfChange | undefined];

const ofPolicy = (id: string | null): SubjectOfChange | undefined =>
  id === null ? undefined : { kind: 'POLICY', id };

/** The subjects of changed records of a kind, by their ids. */
const readers: {
  readonly [Kind in ChangeKind]: (db: Database, ids: readonly string[]) => Promise<Owned[]>;
} = {
  CLIENT: async (_, ids) => ids.map((id) => [id, { kind: 'CLIENT', id }]),
  QUOTE: async (_, ids) => ids.map((id) => [id, { kind: 'QUOTE', id }]),
  POLICY: async (_, ids) => ids.map((id) => [id, { kind: 'POLICY', id }]),
  HOLD: async (_, ids) => ids.map((id) => [id, { kind: 'HOLD', id }]),
  TASK: async (_, ids) => ids.map((id) => [id, { kind: 'TASK', id }]),
  MAIL: async (_, ids) => ids.map((id) => [id, { kind: 'MAIL', id }]),
  STATEMENT: async (db, ids) =>
    (
      await Statement.query(db)
        .findByIds([...ids])
        .select('id', 'policy_id')
    ).map(({ id, policyId }) => [id, ofPolicy(policyId)]),
  PAYMENT: async (db, ids) =>
    (
      await Payment.query(db)
        .findByIds([...ids])
        .select('id', 'policy_id')
    ).map(({ id, policyId }) => [id, ofPolicy(policyId)]),
  REFUND: async (db, ids) =>
    (
      await PaymentRefund.query(db)
        .findByIds([...ids])
        .select('id', 'policy_id')
    ).map(({ id, policyId }) => [id, ofPolicy(policyId)]),
  LEDGER_ENTRY: async (db, ids) =>
    (
      await LedgerEntry.query(db)
        .findByIds([...ids])
        .select('id', 'parent_policy_id')
    ).map(({ id, parentPolicyId }) => [id, ofPolicy(parentPolicyId)]),
  LEDGER_LINE: async (db, ids) =>
    (
      await LedgerLine.query(db)
        .findByIds([...ids])
        .select('seq', 'policy_id')
    ).map(({ seq, policyId }) => [seq, ofPolicy(policyId)]),
  DOCUMENT: async (db, ids) =>
    (
      await Document.query(db)
        .findByIds([...ids])
        .select('id', 'policy_id', 'quote_id', 'client_id')
    ).map((document) => [document.id, ownerOf(document)]),
};

function ownerOf({ policyId, quoteId, clientId }: Document): SubjectOfChange | undefined {
  if (policyId !== null) return { kind: 'POLICY', id: policyId };
  if (quoteId !== null) return { kind: 'QUOTE', id: quoteId };
  return clientId === null ? undefined : { kind: 'CLIENT', id: clientId };
}

/** A change with what it belongs to. */
export interface ChangeWithSubject<Row extends Change> {
  change: Row;
  subject: SubjectOfChange;
}

/**
 * Changes with their subjects, in their order; each kind is read at once. Payments before a policy is issued have none,
 * and neither have documents that are deleted: their clients change, too.
 */
export async function withSubjects<Row extends Change>(
  db: Database,
  changes: readonly Row[],
): Promise<ChangeWithSubject<Row>[]> {
  const byKind = grouped(changes, ({ kind }) => kind);
  const found = await Promise.all(
    [...byKind].map(async ([kind, rows]) => {
      const owned = await readers[kind](db, [...new Set(rows.map(({ recordId }) => recordId))]);
      return owned.map(([id, subject]) => [`${kind} ${id}`, subject] as const);
    }),
  );
  const subjects = new Map(found.flat());
  return changes.flatMap((change) => {
    const subject = subjects.get(`${change.kind} ${change.recordId}`);
    return subject === undefined ? [] : [{ change, subject }];
  });
}

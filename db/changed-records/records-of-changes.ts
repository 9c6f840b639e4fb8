import type { Database } from '../database.js';
import { mailsById } from '../mail/read-mails.js';
import type { ChangeKind } from '../models/change.js';
import { Client, clientWithVersion } from '../models/client.js';
import { Document } from '../models/document.js';
import { Hold } from '../models/hold.js';
import { LedgerEntry } from '../models/ledger-entry.js';
import { LedgerLine } from '../models/ledger-line.js';
import type { Mail } from '../models/mail.js';
import { Payment } from '../models/payment.js';
import { PaymentRefund } from '../models/payment-refund.js';
import type { Policy } from '../models/policy.js';
import { Statement } from '../models/statement.js';
import type { Task } from '../models/task.js';
import { type NamedPolicy, readPolicies } from '../policies/read-policy.js';
import { tasksById } from '../tasks/read-tasks.js';

/** A record of a policy, with what gives its business time. */
export type OfPolicy<Row> = Row & Pick<Policy, 'productVersionId' | 'clockId'>;

export interface ChangedRecords {
  CLIENT: Client;
  POLICY: NamedPolicy;
  STATEMENT: Statement;
  PAYMENT: OfPolicy<Payment>;
  REFUND: PaymentRefund;
  LEDGER_ENTRY: LedgerEntry;
  LEDGER_LINE: LedgerLine;
  DOCUMENT: Document;
  HOLD: Hold;
  TASK: Task;
  MAIL: Mail;
}

/** Kinds whose records are read here: quotes have a reader that judges them for who reads. */
type ReadKind = Exclude<ChangeKind, 'QUOTE'>;

/** Reads the records of one kind, as they are now, by their ids. Ids of records that were erased or deleted find none. */
export const recordReaders: {
  readonly [Kind in ReadKind]: (
    db: Database,
    organizationId: string,
    ids: readonly string[],
  ) => Promise<(readonly [id: string, record: ChangedRecords[Kind]])[]>;
} = {
  CLIENT: async (db, organizationId, ids) =>
    byId(
      await Client.query(db)
        .findByIds([...ids])
        .modify('visibleTo', organizationId)
        .select(clientWithVersion),
    ),
  POLICY: async (db, organizationId, ids) => byId(await readPolicies(db, organizationId, ids)),
  STATEMENT: async (db, _, ids) => byId(await Statement.query(db).findByIds([...ids])),
  PAYMENT: async (db, _, ids) =>
    byId(
      await Payment.query(db)
        .findByIds([...ids])
        .leftJoin('policies', 'policies.id', 'payments.policy_id')
        .select('payments.*', 'policies.product_version_id', 'policies.clock_id')
        .withGraphFetched('statements')
        .modifyGraph('statements', (statements) => statements.orderBy(['due_date', 'term_number', 'number']))
        .castTo<OfPolicy<Payment>[]>(),
    ),
  REFUND: async (db, _, ids) => byId(await PaymentRefund.query(db).findByIds([...ids])),
  LEDGER_ENTRY: async (db, _, ids) =>
    byId(
      await LedgerEntry.query(db)
        .findByIds([...ids])
        .whereNull('deleted_at'),
    ),
  LEDGER_LINE: async (db, _, ids) =>
    (await LedgerLine.query(db).findByIds([...ids])).map((line) => [line.seq, line] as const),
  DOCUMENT: async (db, organizationId, ids) =>
    byId(
      await Document.query(db)
        .findByIds([...ids])
        .modify('visibleTo', organizationId),
    ),
  HOLD: async (db, organizationId, ids) =>
    byId(
      await Hold.query(db)
        .findByIds([...ids])
        .modify('visibleTo', organizationId),
    ),
  TASK: async (db, organizationId, ids) => byId(await tasksById(db, organizationId, ids)),
  MAIL: async (db, organizationId, ids) => byId(await mailsById(db, organizationId, ids)),
};

const byId = <Row extends { id: string }>(rows: readonly Row[]) => rows.map((row) => [row.id, row] as const);

import { recordReaders } from '../../db/changed-records/records-of-changes.js';
import { businessTimesOf } from '../../db/clock.js';
import type { Database } from '../../db/database.js';
import type { ChangeKind } from '../../db/models/change.js';
import type { LedgerLine } from '../../db/models/ledger-line.js';
import type { PaymentRefund } from '../../db/models/payment-refund.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import type { FileUrls } from '../../domain/forms/file-urls.js';
import type { EveryField } from '../../domain/ground/every-field.js';
import { clientObject } from '../clients/client-object.js';
import { documentObject } from '../documents/document-object.js';
import { fileObject } from '../files/file-object.js';
import { holdObject } from '../holds/hold-object.js';
import type { Caller } from '../http/caller.js';
import { ledgerEntryObject, ledgerLineObject } from '../ledger/ledger-object.js';
import { mailObject } from '../mail/mail-object.js';
import { paymentObject } from '../policies/payments/payment-object.js';
import { policyObject, statementObject } from '../policies/policy-object.js';
import { policiesToday } from '../policies/policy-today.js';
import type { QuoteService } from '../quotes/service.js';
import { timeOfReport } from '../reports/time-of-report.js';
import { taskObject } from '../tasks/task-object.js';
import type { ChangedObject } from './schemas.js';

export interface ChangedObjectSources {
  db: Database;
  catalog: Pick<ProductCatalog, 'version'>;
  quotes: Pick<QuoteService, 'byIds'>;
  urls: Pick<FileUrls, 'urlOf'>;
  now: () => Date;
}

type Objects<Kind extends ChangeKind> = Promise<(readonly [id: string, record: ChangedObject<Kind>])[]>;

/** The records of a kind, by their ids, in the form in which their own operations answer them to a caller. */
export const changedObjects: {
  readonly [Kind in ChangeKind]: (
    sources: ChangedObjectSources,
    caller: Caller,
    ids: readonly string[],
  ) => Objects<Kind>;
} = {
  CLIENT: async ({ db }, { organizationId }, ids) =>
    mapped(await recordReaders.CLIENT(db, organizationId, ids), clientObject),
  QUOTE: async ({ quotes }, caller, ids) =>
    (await quotes.byIds(caller, ids)).map((quote) => [quote.requestId, quote] as const),
  POLICY: async (sources, { organizationId }, ids) => {
    const policies = await recordReaders.POLICY(sources.db, organizationId, ids);
    const rows = policies.map(([, policy]) => policy);
    const todayOf = await policiesToday(sources, rows);
    return mapped(policies, (policy) => policyObject(policy, todayOf(policy)));
  },
  STATEMENT: async ({ db }, { organizationId }, ids) =>
    mapped(await recordReaders.STATEMENT(db, organizationId, ids), (statement) => ({
      ...statementObject(statement),
      policyId: statement.policyId,
    })),
  PAYMENT: async (sources, caller, ids) => {
    const payments = await recordReaders.PAYMENT(sources.db, caller.organizationId, ids);
    const ofPolicies = payments.flatMap(([, payment]) => (payment.policyId === null ? [] : [payment]));
    const timeOf = await businessTimesOf(sources.db, sources, ofPolicies);
    const own = await timeOfReport(sources, caller, undefined);
    return mapped(payments, (payment) => ({
      ...paymentObject(payment, payment.policyId === null ? own : timeOf(payment)),
      policyId: payment.policyId,
    }));
  },
  REFUND: async ({ db }, { organizationId }, ids) =>
    mapped(await recordReaders.REFUND(db, organizationId, ids), refundObject),
  LEDGER_ENTRY: async ({ db }, { organizationId }, ids) =>
    mapped(await recordReaders.LEDGER_ENTRY(db, organizationId, ids), ledgerEntryObject),
  LEDGER_LINE: async ({ db }, { organizationId }, ids) =>
    mapped(await recordReaders.LEDGER_LINE(db, organizationId, ids), lineOfPolicy),
  DOCUMENT: async ({ db, urls }, { organizationId }, ids) =>
    mapped(await recordReaders.DOCUMENT(db, organizationId, ids), (document) => {
      const { clientId, quoteId, policyId } = document;
      return { ...documentObject(document, urls), clientId, quoteId, policyId };
    }),
  HOLD: async (sources, caller, ids) => {
    const { today } = await timeOfReport(sources, caller, undefined);
    return mapped(await recordReaders.HOLD(sources.db, caller.organizationId, ids), (hold) =>
      holdObject(hold, today),
    );
  },
  TASK: async ({ db }, { organizationId }, ids) =>
    mapped(await recordReaders.TASK(db, organizationId, ids), taskObject),
  FILE: async ({ db }, { organizationId }, ids) =>
    mapped(await recordReaders.FILE(db, organizationId, ids), (file) => fileObject(file, organizationId)),
  MAIL: async ({ db }, { organizationId }, ids) =>
    mapped(await recordReaders.MAIL(db, organizationId, ids), mailObject),
};

const mapped = <Row, Shown>(rows: readonly (readonly [string, Row])[], show: (row: Row) => Shown) =>
  rows.map(([id, row]) => [id, show(row)] as const);

function lineOfPolicy(line: LedgerLine): EveryField<ChangedObject<'LEDGER_LINE'>> {
  const { seq, policyId, entryId, statementId, termNumber, effectiveDate, earnedFrom, earnedUntil } = line;
  return {
    ...ledgerLineObject(line),
    id: seq,
    policyId,
    entryId,
    statementId,
    termNumber,
    effectiveDate,
    earnedFrom,
    earnedUntil,
  };
}

function refundObject(refund: PaymentRefund): EveryField<ChangedObject<'REFUND'>> {
  const { id, policyId, paymentId, amount, state, provider, reference, reason, refusal, ...at } = refund;
  return {
    id,
    policyId,
    paymentId,
    amount: Number(amount),
    state,
    paymentProcessor: provider,
    reference,
    reason,
    refusal,
    createdTimestamp: at.createdAt.toISOString(),
    endedTimestamp: at.endedAt?.toISOString() ?? null,
  };
}

import type { Author } from '../../../domain/ground/author.js';
import { addDays, startOf } from '../../../domain/ground/calendar.js';
import { billedOn } from './account.js';
import type { LifeDraft } from './draft.js';
import { idKinds } from './ids.js';
import type { Life } from './life.js';
import { type LineTemplate, lineTemplate, policySlotId, slot, slotId } from './slots.js';
import { type BookRow, type BookTable, bookTableNames, bookTables } from './tables.js';

/** The rows of a life without the insured, the only difference between policies with the same life. */
export interface LifeTemplate {
  productIndex: number;
  sellerId: string;
  state: string;
  naics: string;
  begunOn: string;
  issuedAt: Date;
  lines: readonly (readonly [BookTable, LineTemplate])[];
}

/** The author of what nobody did by hand. */
export const theBook: Author = { kind: 'SERVICE', name: 'Demo book' };

/** Compiles a life to lines of `COPY` text with slots. */
export function templateOf(
  life: Life,
  { productIndex, seed }: { productIndex: number; seed: string },
): LifeTemplate {
  const rows = rowsOf(life, seed);
  return {
    productIndex,
    sellerId: life.draft.settings.sellerId,
    state: life.draft.risk.state,
    naics: life.draft.risk.naics,
    begunOn: life.draft.settings.begunOn,
    issuedAt: life.draft.issuedAt,
    lines: bookTableNames.flatMap((table) =>
      (rows[table] ?? []).map((row) => [table, lineTemplate(bookTables[table], row)] as const),
    ),
  };
}

function rowsOf(life: Life, seed: string): Partial<Record<BookTable, BookRow[]>> {
  const policy = policySlotId(seed);
  const { draft } = life;
  const quoteIds = draft.quotes.map((_, index) => slotId(seed, idKinds.quote, index * 8));
  const entryIds = draft.entries.map((_, index) => slotId(seed, idKinds.entry, index));
  return {
    quotes: draft.quotes.flatMap((_, index) => quoteRows(draft, index, seed)),
    policies: [policyRow(life, policy, quoteIds.at(-1) ?? '')],
    policy_quotes: quoteIds.map((quote_id) => ({ quote_id, policy_id: policy })),
    policy_changes: changeRows(draft, policy, quoteIds),
    policy_events: draft.events.map((event, index) => ({
      id: slotId(seed, idKinds.policyEvent, index),
      policy_id: policy,
      type: event.type,
      label: event.label,
      description: event.description,
      effective_date: event.effectiveDate,
      data: event.data ?? {},
      created_at: event.at,
      created_by: event.by ?? theBook,
    })),
    statements: draft.account.statements.map((statement) => ({
      id: statement.id,
      policy_id: policy,
      term_number: statement.termNumber,
      number: statement.number,
      kind: statement.kind,
      due_date: statement.dueDate,
      amount: statement.amount,
      paid_amount: statement.paidAmount,
      state: statement.state,
      billed_on: billedOn(statement),
      created_at: statement.createdAt,
      data: statement.data,
    })),
    ledger_entries: entryRows(draft, policy, { quoteIds, entryIds }),
    ledger_journal: journalRows(draft, policy, entryIds),
    payments: draft.account.payments.map(({ id, amount, receivedAt }, index) => ({
      ...{ id, policy_id: policy, amount, provider: 'OFFLINE' },
      organization_id: draft.settings.sellerId,
      reference: `${Number(amount) < 0 ? 'refund' : 'invoice'}-${index + 1}`,
      received_at: receivedAt,
      created_by: theBook,
    })),
    payment_allocations: draft.account.allocations.map(({ paymentId, statementId, amount }) => ({
      ...{ payment_id: paymentId, statement_id: statementId, amount },
    })),
  };
}

function policyRow(life: Life, id: string, quoteId: string): BookRow {
  const { draft } = life;
  const { quote } = draft.quotes[draft.quotes.length - 1] ?? {};
  if (quote === undefined) throw new Error('A policy has a quote.');
  const updatedAt = draft.changes.at(-1)?.recordedAt ?? draft.issuedAt;
  return {
    id,
    policy_number: slot.policyNumber,
    product_id: quote.productId,
    product_version_id: quote.productVersionId,
    product_name: quote.lineName,
    client_id: slot.client,
    quote_id: quoteId,
    action_id: quote.actionId,
    issuing_organization_id: quote.quotingOrganizationId,
    seller_organization_id: draft.settings.sellerId,
    underwriting_organization_id: quote.quotingOrganizationId,
    producer_id: slot.producer,
    status: life.status,
    policy_state: life.state,
    effective_date: draft.effectiveDate,
    expiration_date: draft.expirationDate,
    last_day_with_coverage: addDays(draft.cancelledOn ?? draft.expirationDate, -1),
    premium: life.premium,
    premium_term: draft.settings.term,
    payment_plan: draft.settings.plan.plan,
    policy_meta: slot.policyMeta,
    contract_on: draft.settings.today,
    term_number: draft.termNumber,
    cancelled_on: draft.cancelledOn,
    non_renewed: draft.nonRenewed,
    created_at: draft.issuedAt,
    updated_at: updatedAt,
    next_look_at: startOf(life.nextLookOn),
  };
}

/** The quote of a term with those of its components; the book's ids replace those of the rating. */
function quoteRows({ quotes }: LifeDraft, index: number, seed: string): BookRow[] {
  const made = quotes[index];
  if (made === undefined) return [];
  const records = [made.quote, ...made.components.map(({ quote }) => quote)];
  let text = JSON.stringify(records).replaceAll(made.quote.pipelineId, slotId(seed, idKinds.pipeline, index));
  for (const [place, { requestId }] of records.entries()) {
    text = text.replaceAll(requestId, slotId(seed, idKinds.quote, index * 8 + place));
  }
  return (JSON.parse(text) as BookRow[]).map(snakeCased);
}

function changeRows(draft: LifeDraft, policy: string, quoteIds: readonly string[]): BookRow[] {
  const { plan } = draft.settings;
  return draft.changes.map((change) => {
    const begins = change.kind === 'ISSUE' || change.kind === 'RENEW';
    const number = change.kind === 'ISSUE' ? { policyNumber: slot.policyNumber, paymentPlan: plan.plan } : {};
    return {
      policy_id: policy,
      seq: change.seq,
      kind: change.kind,
      effective_date: change.effectiveDate,
      recorded_at: change.recordedAt,
      term_number: change.termNumber,
      premium_change: change.premiumChange,
      term_premium: change.termPremium,
      quote_id: begins ? quoteIds[change.termNumber - 1] : null,
      data: { ...change.data, ...number },
      created_by: theBook,
    };
  });
}

function entryRows(
  { entries, quotes, settings }: LifeDraft,
  policy: string,
  { quoteIds, entryIds }: { quoteIds: readonly string[]; entryIds: readonly string[] },
): BookRow[] {
  const issuer = quotes[0]?.quote.quotingOrganizationId ?? settings.sellerId;
  return entries.map((entry, index) => ({
    id: entryIds[index],
    parent_policy_id: policy,
    policy_number: slot.policyNumber,
    quote_id: entry.quote === null ? null : quoteIds[entry.quote],
    organization_id: issuer,
    product_id: quotes[0]?.quote.productId,
    term_number: entry.termNumber,
    premium: entry.premium,
    effective_date: entry.effectiveDate,
    applied_to_statement: entry.statement !== undefined,
    statement_id: entry.statement?.id,
    created_at: entry.at,
    created_by: theBook,
  }));
}

/** Each entry was recorded, and then included in its statement. */
function journalRows({ entries }: LifeDraft, policy: string, entryIds: readonly string[]): BookRow[] {
  return entries.flatMap((entry, index) => {
    const line = {
      entry_id: entryIds[index],
      policy_id: policy,
      term_number: entry.termNumber,
      effective_date: entry.effectiveDate,
      created_at: entry.at,
      created_by: theBook,
    };
    const recorded = entry.lines.map(({ from, until, amount }) => ({
      ...line,
      ...{ kind: 'RECORDED', premium_change: amount, earned_from: from, earned_until: until, data: {} },
    }));
    if (entry.statement === undefined) return recorded;
    const data = { statementId: entry.statement.id };
    return [...recorded, { ...line, kind: 'APPLIED', premium_change: '0.00', data }];
  });
}

function snakeCased(record: BookRow): BookRow {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}

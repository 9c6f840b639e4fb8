import type { Author } from '../ground/author.js';
import { daysBetween } from '../ground/calendar.js';
import type { JsonObject } from '../ground/json.js';
import { sumOfAmounts } from '../money/cents.js';
import type { QuotedChange } from '../policy/change-quote.js';
import type { ExposureLayer } from '../policy/exposure.js';
import { subjectOf } from '../policy/proration.js';
import { endOfCoverage, termPremiumOn } from '../policy/timeline.js';
import { policyWorkflowId } from '../runs/workflow-ids.js';
import { givenTerm, type ReadChange } from './changes.js';
import { idInBook } from './priced-changes.js';
import type { BookChange, BookPolicy } from './records.js';
import type { Rows } from './rows.js';
import { type BookSurroundings, eventIdInBook, type ReadPolicy } from './surroundings.js';

/** The quotes that a policy's terms and priced changes would have been made with. */
export function quoteRows(changes: readonly ReadChange[], around: BookSurroundings): JsonObject[] {
  const { policyId, product, version, action, client, insurer, seller } = around;
  return changes.flatMap((each) => {
    const { quote, change } = each;
    if (quote === undefined) return [];
    const at = change.recordedAt.toISOString();
    const isChange = !givenTerm(change);
    const premium = isChange ? change.premiumChange : quote.termPremium;
    const details = { ...quote.details, premium: { ...quote.details.premium, amount: Number(premium) } };
    return [
      {
        request_id: quote.id,
        pipeline_id: quote.id,
        trigger_request_id: eventIdInBook(policyId),
        action_id: action.id,
        action_type: action.type,
        type: isChange ? 'ENDORSEMENT' : change.kind === 'RENEW' ? 'RENEWAL' : 'QUOTE',
        product_id: product.id,
        product_version_id: version.id,
        version_system_source: version.source,
        client_id: client.id,
        client_organization_id: seller.id,
        quoting_organization_id: insurer.id,
        line_name: product.name,
        quoting_organization_name: insurer.name,
        effective_date: change.effectiveDate,
        term: quote.term,
        outcome: 'QUOTED',
        bindable: false,
        requires_underwriter_approval: false,
        requires_policyholder_acceptance: false,
        premium,
        quote_details: details,
        messages: [],
        metadata: metadataOf(each, policyId),
        intake: quote.answers,
        as_rating_configured_at: at,
        quote_timestamp: at,
      } as JsonObject,
    ];
  });
}

/** The metadata of a change's quote: of an endorsement, its price. */
export function metadataOf(
  { quote, change, history, sent, charges }: ReadChange,
  policyId: string,
): JsonObject {
  if (quote === undefined || givenTerm(change)) return {};
  const term = history.terms[change.termNumber - 1];
  const { stretches = [] } = change.data;
  if (term === undefined) return {};
  const { coverageTypes: _, ...termQuoteDetails } = quote.details;
  const { effectiveDate: from } = change;
  const before = { ...term, stretches: term.stretches.filter(({ seq }) => seq !== change.seq) };
  const quoted: QuotedChange = {
    policyId,
    effectiveDate: from,
    basedOn: change.seq - 1,
    answers: sent ?? {},
    termNumber: change.termNumber,
    ratedFor: term.effectiveDate,
    edits: [...(change.edits ?? [])],
    premium: change.premiumChange,
    taxesAndFees: change.data.taxesAndFees ?? '0.00',
    charges: charges.map((charge) => ({ ...charge })),
    termPremium: { before: termPremiumOn(before, from), after: change.termPremium },
    days: daysBetween(from, endOfCoverage(term)),
    daysOfTerm: daysBetween(term.effectiveDate, term.expirationDate),
    stretches: stretches as QuotedChange['stretches'],
    largestAmounts: { premium: change.termPremium, coverage: '0' },
    termQuoteDetails,
  };
  return { policyChange: quoted as unknown as JsonObject };
}

/** The changes of a policy, with its history and its ledger. */
export function changeRows(
  record: BookPolicy,
  { changes, account }: ReadPolicy,
  around: BookSurroundings & { exposure: ReadonlyMap<number, readonly ExposureLayer[]> },
): Rows {
  const { policyId, product, seller, source } = around;
  const workflowId = policyWorkflowId({
    policyId,
    policyNumber: record.policyNumber,
    productKey: product.key,
    organizationName: seller.name,
  });
  const theBook: Author = { kind: 'SERVICE', name: source };
  const writing = { ...around, statements: account.statements, theBook };
  return {
    policy_changes: changes.map(({ change, sent }) => ({
      policy_id: policyId,
      seq: change.seq,
      kind: change.kind,
      effective_date: change.effectiveDate,
      recorded_at: change.recordedAt.toISOString(),
      term_number: change.termNumber,
      premium_change: change.premiumChange,
      term_premium: change.termPremium,
      quote_id: change.quoteId,
      intake: (change.answers ?? sent) as JsonObject,
      edits: (change.edits?.length ? change.edits : null) as unknown as JsonObject,
      data: { ...change.data, ...(change.kind === 'ISSUE' && { workflowId }) } as JsonObject,
      created_by: (change.createdBy ?? theBook) as JsonObject,
    })),
    ledger_entries: changes.filter(hasEntry).map((each) => entryRow(each, writing)),
    ledger_journal: changes.filter(hasEntry).flatMap((each) => lineRows(each, writing)),
  };
}

type Writing = Parameters<typeof changeRows>[2] & {
  statements: ReadPolicy['account']['statements'];
  theBook: Author;
};

/** What the service records for each kind of change. */
const eventTypes: { readonly [kind in BookChange['kind']]: { type: string; label: string } } = {
  ISSUE: { type: 'POLICY_ISSUED', label: 'Policy issued' },
  RENEW: { type: 'POLICY_RENEWED', label: 'Policy renewed' },
  ENDORSE: { type: 'ENDORSEMENT_ISSUED', label: 'Endorsement' },
  TRUE_UP: { type: 'ENDORSEMENT_ISSUED', label: 'Premium audit' },
  CANCEL: { type: 'POLICY_CANCELED', label: 'Policy canceled' },
  REINSTATE: { type: 'POLICY_REINSTATED', label: 'Policy reinstated' },
  NON_RENEW: { type: 'RENEWAL_CANCELLED', label: 'Not renewed' },
};

/** The history of a policy, without its payments. */
export function changeEventRows(
  { notes }: BookPolicy,
  changes: readonly ReadChange[],
  { policyId, source }: BookSurroundings,
): JsonObject[] {
  const theBook: Author = { kind: 'SERVICE', name: source };
  return [
    ...changes.map((each) => eventOfChange(each, { policyId, theBook })),
    ...notes.map(({ at, text, by }, index) => ({
      id: idInBook(policyId, 'note', String(index + 1)),
      policy_id: policyId,
      type: 'NOTE',
      label: 'Note',
      description: text,
      data: {},
      created_at: new Date(at).toISOString(),
      created_by: by === undefined ? theBook : { kind: 'SERVICE', name: by },
    })),
  ] as JsonObject[];
}

function eventOfChange(
  { change, given }: ReadChange,
  { policyId, theBook }: { policyId: string; theBook: Author },
) {
  const { type, label } = eventTypes[given.kind];
  return {
    id: idInBook(policyId, 'event', String(change.seq)),
    policy_id: policyId,
    type,
    label,
    description: given.description ?? given.reason ?? null,
    effective_date: change.effectiveDate,
    data: {},
    created_at: change.recordedAt.toISOString(),
    created_by: change.createdBy ?? theBook,
  };
}

const hasEntry = ({ given }: ReadChange): boolean => given.kind !== 'NON_RENEW';

const entryIdOf = (policyId: string, { change }: ReadChange): string =>
  idInBook(policyId, 'entry', String(change.seq));

function entryRow(
  each: ReadChange,
  { policyId, insurer, product, statements, theBook }: Writing,
): JsonObject {
  const { change, lines, history } = each;
  const statement = statements.find(({ termNumber }) => termNumber === change.termNumber);
  return {
    id: entryIdOf(policyId, each),
    parent_policy_id: policyId,
    policy_number: history.policyNumber,
    quote_id: change.quoteId,
    organization_id: insurer.id,
    product_id: product.id,
    term_number: change.termNumber,
    premium: sumOfAmounts(lines.map(({ amount }) => amount)),
    effective_date: change.effectiveDate,
    // What it charges is in the statements of the book.
    applied_to_statement: true,
    statement_id: givenTerm(change) ? (statement?.id ?? null) : null,
    additional_docs: [],
    created_at: change.recordedAt.toISOString(),
    created_by: (change.createdBy ?? theBook) as JsonObject,
  };
}

/** The lines of an entry, as `recordLedgerEntry` writes them. */
function lineRows(each: ReadChange, { policyId, exposure, statements, theBook }: Writing): JsonObject[] {
  const { change, lines, charges } = each;
  const statement = statements.find(({ termNumber }) => termNumber === change.termNumber);
  const common = {
    entry_id: entryIdOf(policyId, each),
    policy_id: policyId,
    kind: 'RECORDED',
    term_number: change.termNumber,
    effective_date: change.effectiveDate,
    data: {},
    created_at: change.recordedAt.toISOString(),
    created_by: (change.createdBy ?? theBook) as JsonObject,
  };
  const premium = lines.map((layer) => {
    const { unitClass, ...subject } = subjectOf(layer);
    const { from: earned_from, until: earned_until, amount: premium_change } = layer;
    return { ...common, earned_from, earned_until, premium_change, ...subject, unit_class: unitClass };
  });
  const charged = charges
    .filter(({ amount }) => Number(amount) !== 0)
    .map(({ type, authority, state, from, until, amount }) => ({
      ...common,
      earned_from: from,
      earned_until: until,
      charge_change: amount,
      charge_type: type,
      authority: authority ?? null,
      state: state ?? null,
    }));
  const counted = (exposure.get(change.seq) ?? []).map(({ subject, from, until, amount, days }) => {
    const { unitClass, ...rest } = subject;
    const amounts = { exposure_change: amount, exposure_days: days };
    return { ...common, earned_from: from, earned_until: until, ...amounts, ...rest, unit_class: unitClass };
  });
  const amounts = [...premium, ...charged];
  const recorded = amounts.length === 0 ? [common] : amounts;
  const applied = { ...common, kind: 'APPLIED', data: { statementId: statement?.id ?? null } };
  return [...recorded, applied, ...counted];
}

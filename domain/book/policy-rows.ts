import { daysBetween, laterOf } from '../ground/calendar.js';
import type { JsonObject } from '../ground/json.js';
import { sumOfAmounts } from '../money/cents.js';
import { type ContractQuote, contractOn } from '../policy/contract.js';
import { type ExposureLayer, exposureChange, exposureOfTerm } from '../policy/exposure.js';
import { policyContractOf } from '../policy/policy-contract.js';
import { ratedForAnswers } from '../policy/rated-parts.js';
import { currentTerm, endOfCoverage, lastDayWithCoverage } from '../policy/timeline.js';
import type { ReadChange } from './changes.js';
import type { BookPolicy } from './records.js';
import type { Rows } from './rows.js';
import { accountRows, paymentEventRows } from './rows-of-account.js';
import { changeEventRows, changeRows, metadataOf, quoteRows } from './rows-of-changes.js';
import type { BookSurroundings, ReadPolicy } from './surroundings.js';

/** The rows of a policy of another system. */
export function rowsOfPolicy(record: BookPolicy, read: ReadPolicy, around: BookSurroundings): Rows {
  const { policyId } = around;
  const exposure = exposureOfChanges(read, around);
  return {
    quotes: quoteRows(read.changes, around),
    policies: [policyRow(record, read, around)],
    policy_quotes: read.changes.flatMap(({ quote }) =>
      quote === undefined ? [] : [{ quote_id: quote.id, policy_id: policyId }],
    ),
    ...changeRows(record, read, { ...around, exposure }),
    policy_events: [
      ...changeEventRows(record, read.changes, around),
      ...paymentEventRows(read.account, around),
    ].toSorted((a, b) => String(a.created_at).localeCompare(String(b.created_at))),
    ...accountRows(record, read.account, around),
  };
}

function policyRow(
  record: BookPolicy,
  { issuedMeta, changes, account }: ReadPolicy,
  around: BookSurroundings,
): JsonObject {
  const { policyId, product, version, client, insurer, seller, action, now, settings } = around;
  const history = changes.at(-1)?.history;
  const issue = changes[0];
  if (history === undefined || issue?.quote === undefined)
    throw new RangeError('a policy begins with its issue');
  const term = currentTerm(history);
  const begun = changes.findLast(
    ({ quote, change }) => quote !== undefined && change.quoteId === term.quoteId,
  );
  const day = laterOf(term.effectiveDate, now.today);
  const { contract, meta } = contractOn(history, day, {
    quotes: contractQuotes(changes, around),
    issuedMeta,
  });
  const lines = changes.filter(({ termNumber }) => termNumber === term.number).flatMap((each) => each.lines);
  return {
    id: policyId,
    policy_number: history.policyNumber ?? record.policyNumber,
    product_id: product.id,
    product_version_id: version.id,
    product_name: product.name,
    client_id: client.id,
    quote_id: term.quoteId,
    action_id: action.id,
    issuing_organization_id: insurer.id,
    seller_organization_id: seller.id,
    underwriting_organization_id: insurer.id,
    status: account.standing.status,
    policy_state: stateOf(record, {
      end: endOfCoverage(term),
      today: now.today,
      balance: account.standing.balance,
    }),
    effective_date: term.effectiveDate,
    expiration_date: term.expirationDate,
    last_day_with_coverage: lastDayWithCoverage(term),
    premium: sumOfAmounts(lines.map(({ amount }) => amount)),
    premium_term: begun?.quote?.term ?? 'ANNUAL',
    payment_plan: record.paymentPlan ?? settings.paymentPlans[0]?.plan ?? 'FULL_PAYMENT',
    policy_meta: meta,
    policy_contract: contract === null ? {} : policyContractOf(contract),
    issued_meta: issuedMeta,
    contract_on: day,
    policy_integration_data: record.integrationData,
    term_number: term.number,
    cancelled_on: term.cancellation?.cancelledOn ?? null,
    non_renewed: history.nonRenewed,
    created_at: issue.change.recordedAt.toISOString(),
    updated_at: now.toISOString(),
    next_look_at: now.toISOString(),
  };
}

function stateOf(
  { closed }: BookPolicy,
  { end, today, balance }: { end: string; today: string; balance: string },
): string {
  if (closed) return 'CLOSED';
  if (today < end) return 'ACTIVE';
  return Number(balance) === 0 ? 'SETTLED' : 'INACTIVE_UNSETTLED';
}

function contractQuotes(
  changes: readonly ReadChange[],
  { product, version, settings, policyId }: BookSurroundings,
): Map<string, ContractQuote> {
  const ofProduct = { id: product.id, name: product.name, versionId: version.id, version: version.label };
  return new Map(
    changes.flatMap((each): [string, ContractQuote][] => {
      const { quote } = each;
      if (quote === undefined) return [];
      const { term, details: quoteDetails } = quote;
      const metadata = metadataOf(each, policyId);
      const { currency } = settings;
      const contract = { product: ofProduct, currency, term, quoteDetails, metadata, underwriting: null };
      return [[quote.id, contract]];
    }),
  );
}

/** What each change adds to the exposure, if the product counts one. */
function exposureOfChanges(
  { changes, issuedMeta: policyMeta }: ReadPolicy,
  { settings }: BookSurroundings,
): ReadonlyMap<number, ExposureLayer[]> {
  const { exposure, unitClassQuestion } = settings.reporting;
  if (exposure === undefined) return new Map();
  const known = new Map<number, ExposureLayer[]>();
  return new Map(
    changes.map(({ change, history, termNumber }) => {
      const term = history.terms[termNumber - 1];
      if (term === undefined) return [change.seq, []];
      const premiumTerm = changes.find(({ quote }) => quote?.id === term.quoteId)?.quote?.term ?? 'ANNUAL';
      const now = exposureOfTerm(term, {
        exposure,
        premiumTerm,
        daysOfTerm: daysBetween(term.effectiveDate, term.expirationDate),
        ratedFor: (answers) => ratedForAnswers(answers, { policyMeta, unitClassQuestion }),
      });
      const before = known.get(termNumber) ?? [];
      known.set(termNumber, now);
      return [change.seq, exposureChange(before, now)];
    }),
  );
}

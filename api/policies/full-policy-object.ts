import type { Policy } from '../../db/models/policy.js';
import type { PolicyEvent } from '../../db/models/policy-event.js';
import type { ClientWithPolicies, PolicySections, ReadPolicy } from '../../db/policies/read-policy.js';
import type { CatalogVersion } from '../../db/products/catalog.js';
import type { EveryField } from '../../domain/ground/every-field.js';
import { isObject, type JsonObject } from '../../domain/ground/json.js';
import { firstAnswered } from '../../domain/intake/answer-changes.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import { keyValuesOf } from '../../domain/intake/intake-formats.js';
import { sumOfAmounts } from '../../domain/money/cents.js';
import { financeStateOf, lastStatementOf } from '../../domain/policy/finance-state.js';
import { industryOf } from '../../domain/policy/industry.js';
import { objectIn } from '../../domain/policy/policy-meta.js';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import { stateToday } from '../../domain/policy/state-on.js';
import { answersOn, currentAnswers, currentTerm, historyOf } from '../../domain/policy/timeline.js';
import { answeredTree } from '../../domain/questions/answered-tree.js';
import { policyEventObject, policyObject, statementObject } from './policy-object.js';
import type { FullPolicy } from './policy-schemas.js';
import type { PolicyToday } from './policy-today.js';
import type { FullPolicyFlags } from './schemas.js';

/** A policy with the sections that are shown. */
export type PolicyToShow = ReadPolicy & Partial<PolicySections>;

export interface FullPolicyParts {
  flags: FullPolicyFlags;
  /** Needed for answers within the question tree, and for the product's settings. */
  version: CatalogVersion | null;
  today: string;
  /** How the policy stands, unless it is shown as of a day. */
  standing?: PolicyToday | undefined;
}

/** A full policy (spec 2.6): sections that were not requested are null, lists empty. */
export function fullPolicyObject(
  read: PolicyToShow,
  { flags, version, today, ...at }: FullPolicyParts,
): EveryField<FullPolicy> {
  const policy = read.onDay?.policy ?? read.policy;
  const statements = (read.statements ?? []).map(statementObject);
  const paid = sumOfAmounts((read.payments ?? []).map(({ amount }) => amount));
  const settings = policySettingsOf(version?.definition ?? {});
  const { currency, collectsSecurityDeposit } = settings;
  return {
    clientIndustryInfo: flags.includeClientIndustryInfo ? industryInfo(policy, read) : null,
    agencyAddressInfo: flags.includeAgencyInfo ? addressInfo(policy, read) : null,
    lastStatement: flags.includeLastStatements ? lastStatementOf(statements, today) : null,
    collectsSecurityDeposit: flags.includeFinanceState && version ? collectsSecurityDeposit : null,
    financeState: flags.includeFinanceState
      ? financeStateOf(policy, { statements, paid, currency, today })
      : null,
    policy: flags.includePolicy ? policyObject(policy, standingOf(read, { today, ...at })) : null,
    quote: read.quote ?? null,
    intakeAnswers: flags.includeAnswers ? answersShown(answersOf(read, today), flags, version) : null,
    events: flags.includePolicyEvents ? (read.events ?? []).map(policyEventObject) : [],
    statements: flags.includeStatements ? statements : [],
    clientSummary: flags.includeClientSummary && read.client ? clientSummary(read.client, today) : null,
    commentsStats: flags.includeCommentsStats ? commentsStats(read.events ?? []) : null,
  };
}

const standingOf = (
  { policy, onDay }: PolicyToShow,
  { today, standing }: Pick<FullPolicyParts, 'today' | 'standing'>,
) => standing ?? { policyState: onDay?.policy.policyState ?? stateToday(policy, today) };

function answersOf({ onDay, changes = [] }: PolicyToShow, today: string): AnswerMap | null {
  if (onDay) return onDay.contract.answers;
  const history = historyOf(changes);
  return history && currentAnswers(history, today);
}

function answersShown(
  answers: AnswerMap | null,
  { intakeFormat }: FullPolicyFlags,
  version: CatalogVersion | null,
): FullPolicy['intakeAnswers'] {
  if (answers === null) return null;
  switch (intakeFormat) {
    case 'DAIS':
      return answers;
    case 'KEY_VALUE':
      return keyValuesOf(answers);
    case 'PRODUCT_TREE':
      // Texts, lists and objects.
      return version && (answeredTree(version.definition.product, answers) as object as JsonObject);
  }
}

/** By the latest answer of the policy, else that of the client, else as issued. */
function industryInfo({ policyMeta }: Policy, { changes = [], client }: PolicyToShow): JsonObject {
  const terms = historyOf(changes)?.terms ?? [];
  const answers = [
    ...terms.toReversed().map((term) => answersOn(term, term.expirationDate)),
    client?.client.answers ?? {},
  ];
  const answered = answers.map((each) => firstAnswered(each, ['client.industry.naics']));
  const { naics } = objectIn(policyMeta, 'insured');
  return industryOf(
    answered.find((text) => text !== undefined) ?? (typeof naics === 'string' ? naics : undefined),
  );
}

/** The agency's answers at the beginning of the current term, with the agency data of the policy. */
function addressInfo({ policyMeta }: Policy, { changes = [] }: PolicyToShow): JsonObject {
  const history = historyOf(changes);
  const answers = Object.entries(history === null ? {} : currentTerm(history).answers);
  const answered = answers.flatMap(([qid, entry]) =>
    qid.startsWith('agency.') && entry.type === 'ANSWER' && entry.answer !== ''
      ? [[qid.slice('agency.'.length), entry.answer]]
      : [],
  );
  const { id, name, address, ...others } = objectIn(policyMeta, 'agency');
  const known = ['address1', 'address2', 'city', 'state', 'zipcode', 'phone', 'phoneNumber', 'email'];
  return {
    ...Object.fromEntries(answered),
    ...Object.fromEntries(Object.entries(others).filter(([field]) => known.includes(field))),
    ...(isObject(address) && address),
    ...(id !== undefined && { agencyId: id }),
    ...(name !== undefined && { agencyName: name }),
  };
}

function clientSummary(
  { client, policies }: ClientWithPolicies,
  today: string,
): EveryField<NonNullable<FullPolicy['clientSummary']>> {
  const active = policies.filter((policy) => stateToday(policy, today) === 'ACTIVE');
  return {
    clientId: client.id,
    clientName: client.name,
    clientType: client.type,
    clientStatus: client.status,
    locationCode: client.locationCode,
    policyCount: policies.length,
    activePolicyCount: active.length,
    activePremium: Number(sumOfAmounts(active.map(({ premium }) => premium))),
    firstEffectiveDate: policies[0]?.effectiveDate ?? null,
    createdTimestamp: client.createdAt.toISOString(),
  };
}

function commentsStats(events: readonly PolicyEvent[]): EveryField<NonNullable<FullPolicy['commentsStats']>> {
  const notes = events.filter(({ type }) => type === 'NOTE');
  return {
    commentCount: notes.length,
    lastCommentTimestamp: notes.at(-1)?.createdAt.toISOString() ?? null,
  };
}

import type { StoredFullPolicy, StoredStatement } from '../../db/policies/read-full-policy.js';
import type { CatalogVersion } from '../../db/products/catalog.js';
import { mergedAnswers } from '../../domain/intake/answer-changes.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import { keyValuesOf } from '../../domain/intake/intake-formats.js';
import type { JsonObject } from '../../domain/json.js';
import { financeStateOf, lastStatementOf } from '../../domain/policy/finance-state.js';
import { industryOf } from '../../domain/policy/industry.js';
import { answeredTree } from '../../domain/product/answered-tree.js';
import { policySettingsOf } from '../../domain/product/policy-settings.js';
import { policyText, withJson } from './policy-object.js';
import type { FullPolicyFlags } from './schemas.js';

export interface FullPolicyParts {
  flags: FullPolicyFlags;
  /** JSON text of the quote, where it was asked for. */
  quote: string | undefined;
  /** Where the answers are put into its questions, or its settings are shown. */
  version: CatalogVersion | null;
  today: string;
}

/** The JSON text of a full policy object (spec 2.6): a section that was not asked for is null, a list empty. */
export function fullPolicyText(
  policy: StoredFullPolicy,
  { flags, quote, version, today }: FullPolicyParts,
): string {
  const { statements } = policy;
  return withJson(
    {
      clientIndustryInfo: flags.includeClientIndustryInfo ? industryInfo(policy) : null,
      agencyAddressInfo: policy.agency && addressInfo(policy, policy.agency),
      intakeAnswers: policy.answers && answersShown(merged(policy.answers), flags, version),
      events: policy.events ?? [],
      lastStatement: flags.includeLastStatements && statements ? lastStatement(statements, today) : null,
      collectsSecurityDeposit:
        flags.includeFinanceState && version
          ? policySettingsOf(version.definition).collectsSecurityDeposit
          : null,
      financeState: flags.includeFinanceState ? financeState(policy, version, today) : null,
      statements: flags.includeStatements ? (statements ?? []).map(statementShown) : [],
      clientSummary: policy.client,
      commentsStats: policy.comments,
    },
    { policy: flags.includePolicy ? policyText(policy) : 'null', quote: quote ?? 'null' },
  );
}

function merged(changes: readonly { answers: AnswerMap }[]): AnswerMap {
  return changes.reduce<AnswerMap>((answers, change) => mergedAnswers(answers, change.answers), {});
}

function answersShown(answers: AnswerMap, { intakeFormat }: FullPolicyFlags, version: CatalogVersion | null) {
  switch (intakeFormat) {
    case 'DAIS':
      return answers;
    case 'KEY_VALUE':
      return keyValuesOf(answers);
    case 'PRODUCT_TREE':
      return version && answeredTree(version.definition, answers);
  }
}

function industryInfo({ naics, policyMeta }: StoredFullPolicy): JsonObject {
  const insured = metaPart(policyMeta, 'insured');
  return industryOf(naics ?? (typeof insured.naics === 'string' ? insured.naics : undefined));
}

/** What the intake says about the agency, under the names of its questions, with what the policy says. */
function addressInfo({ policyMeta }: StoredFullPolicy, answered: JsonObject): JsonObject {
  const { id, name, address, ...others } = metaPart(policyMeta, 'agency');
  const known = ['address1', 'address2', 'city', 'state', 'zipcode', 'phone', 'phoneNumber', 'email'];
  return {
    ...answered,
    ...Object.fromEntries(Object.entries(others).filter(([field]) => known.includes(field))),
    ...(isObject(address) && address),
    ...(id !== undefined && { agencyId: id }),
    ...(name !== undefined && { agencyName: name }),
  };
}

function metaPart(policyMeta: string, part: string): JsonObject {
  const value = (JSON.parse(policyMeta) as JsonObject)[part];
  return isObject(value) ? value : {};
}

function isObject(value: JsonObject[string] | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function financeState(policy: StoredFullPolicy, version: CatalogVersion | null, today: string) {
  const { statements, paid } = policy;
  if (statements === null || paid === null) return null;
  const { currency } = policySettingsOf(version?.definition ?? {});
  return financeStateOf(policy, { statements, paid, currency, today });
}

function lastStatement(statements: readonly StoredStatement[], today: string) {
  const last = lastStatementOf(statements, today);
  return last && statementShown(last);
}

function statementShown({ details, ...statement }: StoredStatement) {
  return { ...statement, balance: openOf(statement), details };
}

/** In cents, because a difference of doubles may be off by a fraction. */
function openOf({ amount, paidAmount }: Pick<StoredStatement, 'amount' | 'paidAmount'>): number {
  return Math.round((amount - paidAmount) * 100) / 100;
}

import type { StoredFullPolicy, StoredStatement } from '../../db/policies/read-full-policy.js';
import type { CatalogVersion } from '../../db/products/catalog.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { mergedAnswers } from '../../domain/intake/answer-changes.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import { type IntakeFormat, keyValuesOf } from '../../domain/intake/intake-formats.js';
import { financeStateOf, lastStatementOf } from '../../domain/policy/finance-state.js';
import { industryOf } from '../../domain/policy/industry.js';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import { answeredTree } from '../../domain/questions/answered-tree.js';
import { withJson } from '../http/send-json.js';
import type { FullPolicyFlags } from './schemas.js';

export interface FullPolicyParts {
  flags: FullPolicyFlags;
  /** Needed for answers within the question tree, and for the product's settings. */
  version: CatalogVersion | null;
  today: string;
}

/**
 * The JSON text of a full policy object (spec 2.6): sections that were not requested are null, lists empty.
 */
export function fullPolicyText(policy: StoredFullPolicy, { flags, version, today }: FullPolicyParts): string {
  const needsStatements = flags.includeLastStatements || flags.includeFinanceState;
  const statements: StoredStatement[] =
    needsStatements && policy.statements !== null ? JSON.parse(policy.statements) : [];
  return withJson(
    {
      clientIndustryInfo: flags.includeClientIndustryInfo ? industryInfo(policy) : null,
      agencyAddressInfo: policy.agency && addressInfo(policy, JSON.parse(policy.agency)),
      lastStatement: flags.includeLastStatements ? lastStatementOf(statements, today) : null,
      collectsSecurityDeposit:
        flags.includeFinanceState && version
          ? policySettingsOf(version.definition).collectsSecurityDeposit
          : null,
      financeState: flags.includeFinanceState ? financeState(policy, statements, version, today) : null,
    },
    {
      policy: flags.includePolicy ? policy.policy : 'null',
      quote: policy.quote ?? 'null',
      intakeAnswers: policy.answers === null ? 'null' : answersText(policy.answers, flags, version),
      events: policy.events ?? '[]',
      statements: (flags.includeStatements && policy.statements) || '[]',
      clientSummary: policy.client ?? 'null',
      commentsStats: policy.comments ?? 'null',
    },
  );
}

/** Most policies have the answers of the start of their term, which are sent unchanged. */
function answersText(
  stored: string,
  { intakeFormat }: FullPolicyFlags,
  version: CatalogVersion | null,
): string {
  if (intakeFormat === 'DAIS' && stored.startsWith('{')) return stored;
  const parsed: AnswerMap | AnswerMap[] = JSON.parse(stored);
  const maps = Array.isArray(parsed) ? parsed : [parsed];
  return JSON.stringify(answersShown(maps.reduce(mergedAnswers, {}), intakeFormat, version));
}

function answersShown(answers: AnswerMap, intakeFormat: IntakeFormat, version: CatalogVersion | null) {
  switch (intakeFormat) {
    case 'DAIS':
      return answers;
    case 'KEY_VALUE':
      return keyValuesOf(answers);
    case 'PRODUCT_TREE':
      return version && answeredTree(version.definition.product, answers);
  }
}

function industryInfo({ naics, policyMeta }: StoredFullPolicy): JsonObject {
  const insured = metaPart(policyMeta, 'insured');
  return industryOf(naics ?? (typeof insured.naics === 'string' ? insured.naics : undefined));
}

/** The agency's answers of the intake, with the agency data of the policy. */
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

function financeState(
  policy: StoredFullPolicy,
  statements: readonly StoredStatement[],
  version: CatalogVersion | null,
  today: string,
) {
  const { currency } = policySettingsOf(version?.definition ?? {});
  return financeStateOf(policy, { statements, paid: policy.paid ?? '0', currency, today });
}

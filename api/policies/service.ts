import type { Database } from '../../db/database.js';
import { policiesForAttention } from '../../db/policies/policies-for-attention.js';
import { type FieldsAsOf, readFieldsAsOf } from '../../db/policies/read-as-of.js';
import {
  type FullPolicyRequest,
  type FullPolicySection,
  readFullPolicy,
  readVersionOfPolicy,
  type StoredFullPolicy,
} from '../../db/policies/read-full-policy.js';
import { readPoliciesOfClient } from '../../db/policies/read-policy.js';
import { searchPolicies } from '../../db/policies/search-policies.js';
import { policyVisibleTo } from '../../db/policies/visible-policy.js';
import type { CatalogVersion, ProductCatalog } from '../../db/products/catalog.js';
import { quoteObject } from '../../db/quotes/quote-object.js';
import { readQuote } from '../../db/quotes/read-quotes.js';
import { utcDate } from '../../domain/ground/calendar.js';
import { NotFound } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import type { TaggedText } from '../http/entity-tag.js';
import { KeptTexts } from '../http/kept-texts.js';
import { pageOf } from '../http/page.js';
import type { AttentionQuery, PolicyForAttentionObject } from './attention-schemas.js';
import { fullPolicyText } from './full-policy-object.js';
import { pageText } from './policy-page.js';
import { type AsOf, type FullPolicyFlags, wholePolicy } from './schemas.js';
import type { PolicySearchRequest } from './search-schemas.js';

export interface PolicyServiceDependencies {
  db: Database;
  catalog: Pick<ProductCatalog, 'version'>;
  now: () => Date;
}

/** For the policies that are read again: some hundred, or a large one. */
const mostKept = 16 * 1024 * 1024;

/** Reads policies (spec 4.6, 4.7); only the organizations that sold and issued a policy see it. */
export class PolicyService {
  readonly #db: Database;
  readonly #catalog: PolicyServiceDependencies['catalog'];
  readonly #now: () => Date;
  readonly #kept = new KeptTexts(mostKept);

  constructor({ db, catalog, now }: PolicyServiceDependencies) {
    this.#db = db;
    this.#catalog = catalog;
    this.#now = now;
  }

  /**
   * JSON text of the client's policies. 404 if the client belongs to another organization and has no visible
   * policies.
   */
  async ofClient({ organizationId }: Caller, clientId: string): Promise<string> {
    const policies = await readPoliciesOfClient(this.#db, organizationId, clientId);
    if (policies === undefined) throw new NotFound('client', clientId);
    return policies;
  }

  /** A full policy with the sections of the flags, by default all; as of a day if they name one. */
  async full(
    { organizationId }: Caller,
    policyId: string,
    flags: FullPolicyFlags = wholePolicy,
  ): Promise<TaggedText> {
    const today = utcDate(this.#now());
    const asOf = await this.#asOf(organizationId, policyId, flags);
    const sections = sectionsOf(flags);
    if (asOf === undefined) return this.#current({ organizationId, policyId, today, sections }, flags);
    sections.delete('quote');
    const [current, quote] = await Promise.all([
      readFullPolicy(this.#db, { organizationId, policyId, today, sections }),
      flags.includeQuote ? readQuote(this.#db, organizationId, asOf.policy.quoteId) : undefined,
    ]);
    if (current === undefined) throw new NotFound('policy', policyId);
    const policy = onDay(current, asOf, { ...flags, quote: quote && JSON.stringify(quoteObject(quote)) });
    return { text: await this.#textOf(policy, flags, today) };
  }

  /** JSON text of a page of the organization's search results. */
  async search({ organizationId }: Caller, { page, size, ...filters }: PolicySearchRequest): Promise<string> {
    const found = await searchPolicies(this.#db, { organizationId, filters, page, size });
    return pageText(found, { page, size });
  }

  /** A page of the policies that need somebody's attention. */
  async forAttention({ organizationId }: Caller, { page, size, ...filter }: AttentionQuery) {
    const limits = { offset: page * size, limit: size };
    const { policies, total } = await policiesForAttention(this.#db, organizationId, filter, limits);
    const content = policies.map(
      ({
        insuredName,
        cancellationNoticeOn,
        pastDueSince,
        pastDueAmount,
        ...policy
      }): PolicyForAttentionObject => ({
        ...{ ...policy, premium: Number(policy.premium) },
        ...(insuredName !== null && { insuredName }),
        ...(cancellationNoticeOn !== null && { cancellationNoticeOn }),
        ...(pastDueSince !== null && { pastDueSince, pastDueAmount: Number(pastDueAmount) }),
      }),
    );
    return pageOf(content, { page, size }, total);
  }

  /** The policy of today. Its text is only made again if a row has changed that it is made from. */
  async #current(request: FullPolicyRequest, flags: FullPolicyFlags): Promise<TaggedText> {
    const { organizationId, policyId, today } = request;
    const key = JSON.stringify([organizationId, policyId, today, flags]);
    const readVersion = () => readVersionOfPolicy(this.#db, request);
    return this.#kept.current(key, readVersion, async () => {
      const read = await readFullPolicy(this.#db, request);
      if (read === undefined) throw new NotFound('policy', policyId);
      return { text: await this.#textOf(read, flags, today), version: read.version };
    });
  }

  async #textOf(policy: StoredFullPolicy, flags: FullPolicyFlags, today: string): Promise<string> {
    const version = await this.#versionFor(policy, flags);
    return fullPolicyText(policy, { flags, version, today });
  }

  /** Undefined if no day and no time is asked for. */
  async #asOf(
    organizationId: string,
    policyId: string,
    { effectiveOn, knownAt }: AsOf,
  ): Promise<FieldsAsOf | undefined> {
    if (effectiveOn === undefined && knownAt === undefined) return undefined;
    const policy = await policyVisibleTo(this.#db, organizationId, policyId);
    if (policy === undefined) throw new NotFound('policy', policyId);
    const now = this.#now();
    const fields = await readFieldsAsOf(this.#db, policy, {
      effectiveOn: effectiveOn ?? utcDate(now),
      knownAt: knownAt === undefined ? now : new Date(knownAt),
    });
    if (fields === undefined) throw new NotFound(`policy ${policyId} as known at`, knownAt);
    return fields;
  }

  /** Needed for the questions and for the product's settings; kept in memory. */
  async #versionFor(
    { productVersionId }: StoredFullPolicy,
    { includeAnswers, intakeFormat, includeFinanceState }: FullPolicyFlags,
  ): Promise<CatalogVersion | null> {
    const needed = includeFinanceState || (includeAnswers && intakeFormat === 'PRODUCT_TREE');
    return needed ? this.#catalog.version(productVersionId) : null;
  }
}

/** A full policy with the fields of another day. */
function onDay(
  current: StoredFullPolicy,
  { policy, productVersionId, answers }: FieldsAsOf,
  {
    includeAnswers,
    quote = null,
  }: Pick<FullPolicyFlags, 'includeAnswers'> & { quote: string | null | undefined },
): StoredFullPolicy {
  const { policyState, paymentPlan, policyMeta } = policy;
  return {
    ...current,
    ...{ policyState, paymentPlan, productVersionId, quote },
    policy: JSON.stringify({ ...JSON.parse(current.policy), ...policy }),
    policyMeta: JSON.stringify(policyMeta),
    answers: includeAnswers ? answers : null,
  };
}

function sectionsOf(flags: FullPolicyFlags): Set<FullPolicySection> {
  const wanted: Record<FullPolicySection, boolean> = {
    quote: flags.includeQuote,
    answers: flags.includeAnswers,
    events: flags.includePolicyEvents,
    statements: flags.includeStatements || flags.includeLastStatements || flags.includeFinanceState,
    paid: flags.includeFinanceState,
    client: flags.includeClientSummary,
    comments: flags.includeCommentsStats,
    naics: flags.includeClientIndustryInfo,
    agency: flags.includeAgencyInfo,
  };
  const names = Object.keys(wanted) as FullPolicySection[];
  return new Set(names.filter((name) => wanted[name]));
}

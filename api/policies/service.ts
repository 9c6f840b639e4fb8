import { businessTimeOf } from '../../db/clock.js';
import type { Database } from '../../db/database.js';
import type { Policy } from '../../db/models/policy.js';
import { continueSearch } from '../../db/policies/continue-search.js';
import { policiesForAttention } from '../../db/policies/policies-for-attention.js';
import { type PolicySection, readPoliciesOfClient, readPolicy } from '../../db/policies/read-policy.js';
import { searchContext } from '../../db/policies/search-context.js';
import { searchPolicies } from '../../db/policies/search-policies.js';
import type { SummarizedPolicy } from '../../db/policies/search-statement.js';
import type { CatalogVersion, ProductCatalog } from '../../db/products/catalog.js';
import { NotFound } from '../errors/app-error.js';
import type { AnswerLanguages } from '../http/answer-languages.js';
import type { Caller } from '../http/caller.js';
import { pageOf } from '../http/page.js';
import { timeOfReport } from '../reports/time-of-report.js';
import { policyForAttentionObject } from './attention-object.js';
import type { AttentionQuery } from './attention-schemas.js';
import { fullPolicyObject } from './full-policy-object.js';
import { policyIn } from './in-language.js';
import { policyDay } from './policy-day.js';
import { policyObject, policySummary } from './policy-object.js';
import type { FullPolicy, PolicyObject, PolicySummary } from './policy-schemas.js';
import { policiesToday } from './policy-today.js';
import { type FullPolicyFlags, wholePolicy } from './schemas.js';
import { cursorOf, placeOf } from './search-cursor.js';
import type { PolicySearchRequest, SummaryPage } from './search-schemas.js';

export interface PolicyServiceDependencies {
  db: Database;
  catalog: Pick<ProductCatalog, 'version'>;
  now: () => Date;
}

const inOrder = { sorted: true, unsorted: false, empty: false };

/** Reads policies (spec 4.6, 4.7); only the organizations that sold and issued a policy see it. */
export class PolicyService {
  constructor(private readonly uses: PolicyServiceDependencies) {}

  /** The client's policies. 404 if the client belongs to another organization and has no visible policies. */
  async ofClient({ organizationId }: Caller, clientId: string): Promise<PolicyObject[]> {
    const policies = await readPoliciesOfClient(this.uses.db, organizationId, clientId);
    if (policies === undefined) throw new NotFound('client', clientId);
    const todayOf = await policiesToday(this.uses, policies);
    return policies.map((policy) => policyObject(policy, todayOf(policy)));
  }

  /** A full policy with the sections of the flags, by default all; as of a day if they name one. */
  async full(
    { organizationId }: Caller,
    policyId: string,
    flags: FullPolicyFlags = wholePolicy,
    languages?: AnswerLanguages,
  ): Promise<FullPolicy> {
    const isAsOf = flags.effectiveOn !== undefined || flags.knownAt !== undefined;
    const day = isAsOf ? await policyDay(this.uses, { organizationId }, policyId, flags) : undefined;
    const sections = sectionsOf(flags);
    const read = await readPolicy(this.uses.db, { organizationId, policyId, day, sections });
    if (read === undefined) throw new NotFound('policy', policyId);
    if (day && !read.onDay) throw new NotFound(`policy ${policyId} as known at`, flags.knownAt);
    const shown = read.onDay?.policy ?? read.policy;
    const own = await this.#versionFor(shown, flags, languages);
    const wording = own && languages?.areAsked ? languages.of(own.definition) : null;
    const version = own && wording ? { ...own, definition: wording.definition } : own;
    const { today } = await businessTimeOf(this.uses.db, this.uses, read.policy);
    const isToday = flags.includePolicy && !day;
    const standing = isToday ? (await policiesToday(this.uses, [read.policy]))(read.policy) : undefined;
    return policyIn(wording, fullPolicyObject(read, { flags, version, today, standing }));
  }

  /** A page of the organization's search results, by its number or by a cursor. */
  async search(
    { organizationId, onlyProducts }: Caller,
    { cursor, ...asked }: PolicySearchRequest,
  ): Promise<SummaryPage> {
    const { db } = this.uses;
    const { page: first, size, sort, ...filters } = asked;
    const search = { organizationId, filters, sort, size, productIds: onlyProducts?.productIds };
    const named = { ...search, page: first };
    const context = await searchContext(db, this.uses, search);
    if (cursor !== undefined) {
      const place = placeOf(named, sort, cursor);
      const { page, total } = place;
      const { policies, next } = await continueSearch(db, { ...search, ...context }, place);
      return {
        ...pageOf(await this.#summaries(policies), { page, size }, total),
        last: next === undefined,
        ...(next && { nextCursor: cursorOf(named, { ...next, page: page + 1 }) }),
        sort: inOrder,
      };
    }
    const { policies, total, last, snapshot } = await searchPolicies(db, {
      ...search,
      ...context,
      page: first,
    });
    const next = last && { ...last, page: first + 1, total, snapshot, late: null };
    return {
      ...pageOf(await this.#summaries(policies), { page: first, size }, total),
      ...(next && { nextCursor: cursorOf(named, next) }),
      sort: inOrder,
    };
  }

  async #summaries(policies: readonly SummarizedPolicy[]): Promise<PolicySummary[]> {
    const todayOf = await policiesToday(this.uses, policies);
    return policies.map((policy) => policySummary(policy, todayOf(policy)));
  }

  /** A page of the policies that need somebody's attention. */
  async forAttention(caller: Caller, { page, size, ...filter }: AttentionQuery) {
    const limits = { offset: page * size, limit: size };
    await timeOfReport(this.uses, caller, filter.clockId);
    const { policies, total } = await policiesForAttention(
      this.uses.db,
      caller.organizationId,
      filter,
      limits,
    );
    const todayOf = await policiesToday(this.uses, policies);
    const content = policies.map((policy) => policyForAttentionObject(policy, todayOf(policy)));
    return pageOf(content, { page, size }, total);
  }

  /** Needed for the questions and for the product's settings; kept in memory. */
  async #versionFor(
    { productVersionId }: Policy,
    { includeAnswers, intakeFormat, includeFinanceState }: FullPolicyFlags,
    languages: AnswerLanguages | undefined,
  ): Promise<CatalogVersion | null> {
    const needed =
      languages?.areAsked || includeFinanceState || (includeAnswers && intakeFormat === 'PRODUCT_TREE');
    return needed ? this.uses.catalog.version(productVersionId) : null;
  }
}

function sectionsOf(flags: FullPolicyFlags): PolicySection[] {
  const wanted: { readonly [section in PolicySection]: boolean } = {
    changes: flags.includeAnswers || flags.includeClientIndustryInfo || flags.includeAgencyInfo,
    quote: flags.includeQuote,
    events: flags.includePolicyEvents || flags.includeCommentsStats,
    statements: flags.includeStatements || flags.includeLastStatements || flags.includeFinanceState,
    payments: flags.includeFinanceState,
    allocations: false,
    client: flags.includeClientSummary || flags.includeClientIndustryInfo,
  };
  return (Object.keys(wanted) as PolicySection[]).filter((section) => wanted[section]);
}

import type { Database } from '../../db/database.js';
import {
  type FullPolicySection,
  readFullPolicy,
  type StoredFullPolicy,
} from '../../db/policies/read-full-policy.js';
import { readPoliciesOfClient } from '../../db/policies/read-policy.js';
import { searchPolicies } from '../../db/policies/search-policies.js';
import type { CatalogVersion, ProductCatalog } from '../../db/products/catalog.js';
import { readQuoteOfPolicy } from '../../db/quotes/read-quotes.js';
import { utcDate } from '../../domain/ground/calendar.js';
import { NotFound } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import { quoteText } from '../quotes/quote-object.js';
import { fullPolicyText } from './full-policy-object.js';
import { policyText } from './policy-object.js';
import { pageText } from './policy-page.js';
import { type FullPolicyFlags, wholePolicy } from './schemas.js';
import type { PolicySearchRequest } from './search-schemas.js';

export interface PolicyServiceDependencies {
  db: Database;
  catalog: Pick<ProductCatalog, 'version'>;
  now: () => Date;
}

/** Reads policies (spec 4.6, 4.7); only the organizations that sold and issued a policy see it. */
export class PolicyService {
  readonly #db: Database;
  readonly #catalog: PolicyServiceDependencies['catalog'];
  readonly #now: () => Date;

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
    return `[${policies.map(policyText).join()}]`;
  }

  /** JSON text of a full policy with the sections of the flags; default all. */
  async full(
    { organizationId }: Caller,
    policyId: string,
    flags: FullPolicyFlags = wholePolicy,
  ): Promise<string> {
    const today = utcDate(this.#now());
    const [policy, quote] = await Promise.all([
      readFullPolicy(this.#db, { organizationId, policyId, today, sections: sectionsOf(flags) }),
      flags.includeQuote ? readQuoteOfPolicy(this.#db, organizationId, policyId) : undefined,
    ]);
    if (policy === undefined) throw new NotFound('policy', policyId);
    const version = await this.#versionFor(policy, flags);
    return fullPolicyText(policy, { flags, quote: quote && quoteText(quote), version, today });
  }

  /** JSON text of a page of the organization's search results. */
  async search({ organizationId }: Caller, { page, size, ...filters }: PolicySearchRequest): Promise<string> {
    const found = await searchPolicies(this.#db, { organizationId, filters, page, size });
    return pageText(found, { page, size });
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

function sectionsOf(flags: FullPolicyFlags): Set<FullPolicySection> {
  const wanted: Record<FullPolicySection, boolean> = {
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

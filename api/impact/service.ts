import type { Database } from '../../db/database.js';
import { type LoadedVersion, readVersion } from '../../db/products/load-version.js';
import { ProductError } from '../../db/products/product-error.js';
import { timeZoneOf } from '../../db/time-zones.js';
import { describedImpact } from '../../documents/impact/impact-json.js';
import { runImpact } from '../../documents/impact/impact-run.js';
import { setupOf, UnknownSplit } from '../../documents/impact/rating-setup.js';
import type { RiskSource } from '../../documents/impact/risk-source.js';
import { policySource, quoteSource } from '../../documents/impact/stored-sources.js';
import type { ThreadPool } from '../../documents/threads/thread-pool.js';
import { startOfDayIn } from '../../domain/ground/business-time.js';
import { mostStages } from '../../domain/impact/stages.js';
import { BadRequest } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import { answering } from '../product-authoring/refusals.js';
import { type ImpactReport, type ImpactRequest, mostRisks } from './schemas.js';

/** Only its threads compile it. */
type StoredVersion = Omit<LoadedVersion, 'compiled'>;

/** What a version would do to the premiums of stored risks, for the owner of the product. */
export class VersionImpact {
  constructor(private readonly uses: { db: Database; threads: ThreadPool }) {}

  /** 404 unless the caller's organization owns the version. It ends once `signal` is aborted, with its reason. */
  async report(
    { organizationId }: Caller,
    versionId: string,
    { against, by, ...which }: ImpactRequest,
    signal?: AbortSignal,
  ): Promise<ImpactReport> {
    const [candidate, baseline] = await Promise.all([
      this.#own(organizationId, versionId),
      this.#own(organizationId, against, 'against'),
    ]);
    if (candidate.productId !== baseline.productId) {
      throw new BadRequest([{ field: 'against', detail: 'must be a version of the same product' }]);
    }
    const source = await this.#source(organizationId, baseline, which);
    await refuseTooMany(source, which.from === undefined ? 'policies' : 'from');
    try {
      const setup = setupOf(baseline.definition, candidate.definition, { by, atMost: mostStages });
      const crew = { alone: 0, organizationId, threads: this.uses.threads };
      const impact = await runImpact(
        setup,
        source,
        { targetPercent: 0, rateFactor: false, crew },
        {
          begin: () => undefined,
          risk: () => undefined,
          reached: () => signal?.throwIfAborted(),
        },
      );
      return { candidate: shown(candidate), against: shown(baseline), ...shownImpact(impact) };
    } catch (error) {
      if (error instanceof UnknownSplit) throw new BadRequest([{ field: 'by', detail: error.message }]);
      throw error;
    }
  }

  #own(organizationId: string, versionId: string, field?: string): Promise<StoredVersion> {
    return answering(
      async () => {
        const version = await readVersion(this.uses.db, versionId, organizationId);
        if (version !== null) return version;
        throw new ProductError('UNKNOWN_VERSION', `there is no product version ${versionId}`);
      },
      field === undefined ? {} : { UNKNOWN_VERSION: field },
    );
  }

  async #source(
    seenBy: string,
    { productId, versionId }: StoredVersion,
    { from, policies }: Omit<ImpactRequest, 'against' | 'by'>,
  ): Promise<RiskSource> {
    const { db } = this.uses;
    if (from === undefined) return policySource(db, { productId, seenBy, asOf: policies ?? '' }, versionId);
    const start = startOfDayIn(await timeZoneOf(db, seenBy), from);
    return quoteSource(db, { productId, seenBy, from: start }, versionId);
  }
}

async function refuseTooMany(source: RiskSource, field: string): Promise<void> {
  if ((await source.count(mostRisks + 1)) <= mostRisks) return;
  const detail = `is a choice of more than ${mostRisks} ${source.noun}: choose fewer, or use the command "product impact"`;
  throw new BadRequest([{ field, detail }]);
}

const shown = ({ versionId, version, buildNumber }: StoredVersion) => ({ versionId, version, buildNumber });

function shownImpact(impact: Parameters<typeof describedImpact>[0]) {
  const report = describedImpact(impact);
  const { risks, leftOut, premium, taxesAndFees, raised, lowered, unchanged, bins, reasons } = report;
  return {
    risks,
    leftOut,
    premium,
    taxesAndFees,
    raised,
    lowered,
    unchanged,
    bins,
    reasons,
    noLongerQuoted: report.noLongerQuoted,
    newlyQuoted: report.newlyQuoted,
    contributions: report.contributions.map(({ title, premium: own, taxesAndFees: charges }) => ({
      title,
      premium: own,
      taxesAndFees: charges,
    })),
    splits: report.splits.map(({ name, groups }) => ({
      name,
      groups: groups.map(({ label, premium: own, percent }) => ({ label, premium: own, percent })),
    })),
  };
}

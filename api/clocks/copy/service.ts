import { randomUUID } from 'node:crypto';
import { findClock, holdStill } from '../../../db/clock.js';
import { compareCopies, totalsOfCopies } from '../../../db/clocks/compare-copies.js';
import { copiesOfRequest, copyPolicies, laterThanClock } from '../../../db/clocks/copy-policies.js';
import {
  type CopyablePolicy,
  findPoliciesToCopy,
  policiesToCopy,
} from '../../../db/clocks/policies-to-copy.js';
import { auditClock } from '../../../db/clocks/save-clock.js';
import type { Database } from '../../../db/database.js';
import { Clock } from '../../../db/models/clock.js';
import type { ProductCatalog } from '../../../db/products/catalog.js';
import { planTermsOf } from '../../../domain/billing/plan-terms.js';
import { policySettingsOf } from '../../../domain/policy/policy-settings.js';
import { BadRequest, Conflict, NotFound } from '../../errors/app-error.js';
import type { Caller } from '../../http/caller.js';
import { listLimits } from '../../http/list-limits.js';
import { pageOf } from '../../http/page.js';
import { auditOf } from '../../http/person.js';
import { comparedPolicy, totalsByCurrency } from './comparison.js';
import {
  type ClockComparison,
  type ClockCopyRequest,
  type ClockCopyView,
  type ComparisonQuery,
  mostCopied,
} from './schemas.js';

export interface ClockCopyDependencies {
  db: Database;
  catalog: Pick<ProductCatalog, 'version' | 'product'>;
  /** System time. */
  now: () => Date;
}

/** Copies policies under the clocks of the caller's organization, and compares what becomes of them. */
export class ClockCopies {
  constructor(private readonly uses: ClockCopyDependencies) {}

  /** @param copyId of the request, if an earlier attempt may have made the copies. */
  async copy(
    caller: Caller,
    clockId: string,
    { policyIds, filter = {}, productVersionId, paymentPlan }: ClockCopyRequest,
    copyId: string = randomUUID(),
  ): Promise<ClockCopyView> {
    const { db, now } = this.uses;
    const { organizationId } = caller;
    await this.#clock(organizationId, clockId);
    const before = await copiesOfRequest(db, copyId);
    if (before.length > 0) return copyView(clockId, copyId, before);
    const found = policyIds ?? (await this.#found(organizationId, filter));
    const policies = await policiesToCopy(db, organizationId, found);
    refuseUnknown(found, policies);
    await this.#checkVersion(organizationId, policies, productVersionId);
    await this.#checkPlan(policies, { productVersionId, paymentPlan });
    const ids = policies.map(({ id }) => id);
    await db.transaction(
      async (trx) => {
        await holdStill(trx, clockId);
        const clock = await Clock.query(trx).findById(clockId).throwIfNotFound();
        const later = await laterThanClock(trx, clock, ids);
        if (later !== undefined) throw laterConflict(clock, later);
        await copyPolicies(trx, {
          copyId,
          clock,
          policyIds: ids,
          productVersionId,
          paymentPlan,
          now: now(),
        });
        await auditClock(trx, 'CLOCK_COPIED', clock, auditOf(caller), { copyId, policies: ids.length });
      },
      // One snapshot: what changes meanwhile is copied as a whole or not at all.
      { isolationLevel: 'repeatable read' },
    );
    return copyView(clockId, copyId, await copiesOfRequest(db, copyId));
  }

  async compare(
    { organizationId }: Caller,
    clockId: string,
    { with: withClockId, page, size }: ComparisonQuery,
  ): Promise<ClockComparison> {
    await this.#clock(organizationId, clockId);
    if (withClockId !== undefined) await this.#clock(organizationId, withClockId, 'with');
    const { db, catalog } = this.uses;
    const { offset, limit } = listLimits({ page, size }, 'policy');
    const comparison = { organizationId, clockId, withClockId };
    const { policies, total, unpaired } = await compareCopies(db, comparison, { offset, limit });
    const totals = await totalsOfCopies(db, comparison);
    const currencies = await Promise.all(
      totals.map(async ({ productVersionId }) => {
        const version = await catalog.version(productVersionId);
        return policySettingsOf(version?.definition ?? {}).currency;
      }),
    );
    return {
      ...pageOf(policies.map(comparedPolicy), { page, size }, total),
      totals: totalsByCurrency(totals.map((each, index) => ({ ...each, currency: currencies[index] ?? '' }))),
      unpaired,
    };
  }

  async #clock(organizationId: string, clockId: string, query?: string): Promise<void> {
    if ((await findClock(this.uses.db, organizationId, clockId)) !== undefined) return;
    throw new NotFound('clock', clockId, query === undefined ? undefined : { field: query, in: 'query' });
  }

  /** 400 if the filter finds none, or more than can be copied at once. */
  async #found(organizationId: string, filters: NonNullable<ClockCopyRequest['filter']>): Promise<string[]> {
    const { total, ids } = await findPoliciesToCopy(this.uses.db, this.uses, {
      organizationId,
      filters,
      atMost: mostCopied,
    });
    if (total > 0 && total <= mostCopied) return ids;
    const detail =
      total === 0
        ? 'finds no policy without a clock'
        : `finds ${total} policies: at most ${mostCopied} are copied at once`;
    throw new BadRequest([{ field: 'filter', detail }]);
  }

  /** Drafts are there for the product's owner only. */
  async #checkVersion(
    organizationId: string,
    policies: readonly CopyablePolicy[],
    versionId: string | undefined,
  ): Promise<void> {
    if (versionId === undefined) return;
    const { catalog } = this.uses;
    const version = await catalog.version(versionId);
    const product = version && (await catalog.product(version.productId));
    const isHidden = version?.source === 'BUILDER' && product?.ownerOrganizationId !== organizationId;
    const other = policies.find(({ productId }) => productId !== version?.productId);
    if (version !== null && !isHidden && other === undefined) return;
    const detail =
      version === null || isHidden || other === undefined
        ? 'is not a version that can be used here'
        : `is not a version of the product of policy ${other.policyNumber}`;
    throw new BadRequest([{ field: 'productVersionId', detail }]);
  }

  async #checkPlan(
    policies: readonly CopyablePolicy[],
    { productVersionId, paymentPlan }: Pick<ClockCopyRequest, 'productVersionId' | 'paymentPlan'>,
  ): Promise<void> {
    if (paymentPlan === undefined) return;
    const versions = [...new Set(policies.map((policy) => productVersionId ?? policy.productVersionId))];
    for (const versionId of versions) {
      const version = await this.uses.catalog.version(versionId);
      if (version && planTermsOf(policySettingsOf(version.definition), paymentPlan) !== undefined) continue;
      const of = policies.find((policy) => (productVersionId ?? policy.productVersionId) === versionId);
      const detail = `is not offered by the product version of policy ${of?.policyNumber}`;
      throw new BadRequest([{ field: 'paymentPlan', detail }]);
    }
  }
}

/** Policies of others are as unknown as those that do not exist. */
function refuseUnknown(ids: readonly string[], policies: readonly CopyablePolicy[]): void {
  const known = new Set(policies.map(({ id }) => id));
  const index = ids.findIndex((id) => !known.has(id));
  const missing = ids[index];
  if (missing !== undefined) throw new NotFound('policy', missing, { field: `policyIds.${index}` });
}

function laterConflict(
  { businessTime }: Clock,
  { policyNumber, at }: { policyNumber: string; at: Date },
): Conflict {
  return new Conflict(
    `policy ${policyNumber} has a record of ${at.toISOString()}, and the clock shows ${businessTime.toISOString()}: advance the clock first`,
    {
      errors: [
        { field: 'clockId', in: 'path', detail: 'shows an earlier time than the records of a policy' },
      ],
    },
  );
}

function copyView(
  clockId: string,
  copyId: string,
  copies: Awaited<ReturnType<typeof copiesOfRequest>>,
): ClockCopyView {
  return { clockId, copyId, policies: copies.length, copies };
}

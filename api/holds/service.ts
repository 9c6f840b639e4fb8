import { randomUUID } from 'node:crypto';
import { businessTimeOf } from '../../db/clock.js';
import type { Database } from '../../db/database.js';
import { changeHold, type DeclaredHold, declareHold, endHold } from '../../db/holds/change-hold.js';
import { holdsOfPolicy, holdsOfQuote } from '../../db/holds/concerning-holds.js';
import { holdsInForce } from '../../db/holds/holds-in-force.js';
import { overrideHold } from '../../db/holds/override-hold.js';
import { findHold, listHolds, overridesOf } from '../../db/holds/read-holds.js';
import { unplacedProducts } from '../../db/holds/unplaced-products.js';
import type { Hold } from '../../db/models/hold.js';
import { Quote } from '../../db/models/quote.js';
import { policyVisibleTo } from '../../db/policies/visible-policy.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import { BusinessTime } from '../../domain/ground/business-time.js';
import { BadRequest, Conflict, NotFound } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import { listLimits } from '../http/list-limits.js';
import { type PageOf, pageOf } from '../http/page.js';
import { auditOf, authorOf } from '../http/person.js';
import { timeOfReport } from '../reports/time-of-report.js';
import { holdObject, overrideObject, shownHold } from './hold-object.js';
import type { HoldChange, HoldDeclaration, HoldOverrideRequest, HoldView, OverrideView } from './schemas.js';

export interface HoldDependencies {
  db: Database;
  catalog: ProductCatalog;
  /** System time. */
  now: () => Date;
}

/** The holds of the caller's organization, and those that concern what it sells. */
export class Holds {
  constructor(private readonly uses: HoldDependencies) {}

  /** @param id of the hold, if an earlier attempt may have declared it. */
  async declare(
    caller: Caller,
    { lineId, reason, ...given }: HoldDeclaration,
    id: string = randomUUID(),
  ): Promise<HoldView> {
    const { db, catalog, now } = this.uses;
    const { organizationId } = caller;
    const product = lineId === undefined ? null : await catalog.productVisibleTo(organizationId, lineId);
    if (lineId !== undefined && product?.ownerOrganizationId !== organizationId)
      throw new NotFound('product', lineId, { field: 'lineId' });
    const declared: DeclaredHold = { ...given, reason: reason ?? null, productId: product?.id ?? null };
    const time = await this.#time(caller);
    await this.#check(caller, declared, time);
    const asked = {
      ...auditOf(caller),
      id,
      organizationId,
      declared,
      createdBy: authorOf(caller),
      now: now(),
    };
    const hold = await declareHold(db, asked);
    if (hold === undefined)
      throw new Conflict('the organization has 200 open holds: end those that are over');
    return holdObject(hold, time.today);
  }

  async list(
    caller: Caller,
    {
      page,
      size,
      lineId,
      inForce,
    }: { page: number; size: number; lineId?: string | undefined; inForce?: 'true' | 'false' | undefined },
  ): Promise<PageOf<HoldView> & { totalIsExact: boolean }> {
    const { today } = await this.#time(caller);
    const narrowed = { lineId, inForceOn: inForce === 'true' ? today : undefined };
    const { holds, total, isExact } = await listHolds(this.uses.db, caller.organizationId, {
      ...narrowed,
      ...listLimits({ page, size }, 'hold'),
    });
    const content = holds.map((hold) => holdObject(hold, today));
    return { ...pageOf(content, { page, size }, total), totalIsExact: isExact };
  }

  async read(caller: Caller, holdId: string): Promise<HoldView & { overrides: OverrideView[] }> {
    const hold = await findHold(this.uses.db, caller.organizationId, holdId);
    if (hold === undefined) throw new NotFound('hold', holdId);
    const { today } = await this.#time(caller);
    const overrides = await overridesOf(this.uses.db, holdId);
    return { ...holdObject(hold, today), overrides: overrides.map(overrideObject) };
  }

  /** The holds in force that concern a product, a quote or a policy that the caller's organization sees. */
  async concerning(
    caller: Caller,
    { lineId, quoteId, policyId }: { [name in 'lineId' | 'quoteId' | 'policyId']?: string | undefined },
  ) {
    const named = [lineId, quoteId, policyId].filter((each) => each !== undefined);
    if (named.length !== 1) {
      const detail = 'name a lineId, a quoteId or a policyId, one of them';
      throw new BadRequest([{ field: 'lineId', in: 'query', detail }]);
    }
    const { db, catalog } = this.uses;
    const { organizationId } = caller;
    if (quoteId !== undefined) {
      const quote = await Quote.query(db).findById(quoteId).modify('visibleTo', organizationId);
      if (quote === undefined) throw new NotFound('quote', quoteId, { field: 'quoteId', in: 'query' });
      const now = await businessTimeOf(db, this.uses, quote);
      return { holds: (await holdsOfQuote(db, this.uses, quote, now)).map(shownHold) };
    }
    if (policyId !== undefined) {
      const policy = await policyVisibleTo(db, organizationId, policyId);
      if (policy === undefined) throw new NotFound('policy', policyId, { field: 'policyId', in: 'query' });
      const now = await businessTimeOf(db, this.uses, policy);
      return { holds: (await holdsOfPolicy(db, this.uses, policy, now)).map(shownHold) };
    }
    const product = await catalog.productVisibleTo(organizationId, lineId ?? '');
    if (product === null) throw new NotFound('product', lineId, { field: 'lineId', in: 'query' });
    const { today } = new BusinessTime(this.uses.now(), product.timeZone);
    return { holds: (await holdsInForce(db, { productId: product.id, today })).map(shownHold) };
  }

  /** What is not sent stays. */
  async change(caller: Caller, holdId: string, sent: HoldChange): Promise<HoldView> {
    const known = await findHold(this.uses.db, caller.organizationId, holdId);
    if (known === undefined) throw new NotFound('hold', holdId);
    const time = await this.#time(caller);
    const changesOf = (hold: Hold) => {
      if (hold.endedAt !== null) throw new Conflict('the hold was ended: declare another one');
      return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
    };
    await this.#check(caller, { ...known, ...changesOf(known) }, time);
    const asked = { ...this.#asked(caller, holdId), changedBy: authorOf(caller) };
    const changed = await changeHold(this.uses.db, asked, (hold) => {
      const changes = changesOf(hold);
      refuseWrongDays({ ...hold, ...changes });
      return changes;
    });
    if (changed === undefined) throw new NotFound('hold', holdId);
    return holdObject(changed, time.today);
  }

  async end(caller: Caller, holdId: string): Promise<HoldView> {
    const asked = { ...this.#asked(caller, holdId), endedBy: authorOf(caller) };
    const hold = await endHold(this.uses.db, asked);
    if (hold === undefined) throw new NotFound('hold', holdId);
    return holdObject(hold, (await this.#time(caller)).today);
  }

  /** @param id of the override, if an earlier attempt may have recorded it. */
  async override(
    caller: Caller,
    holdId: string,
    { quoteId, policyId, reason }: HoldOverrideRequest,
    id: string = randomUUID(),
  ): Promise<OverrideView> {
    const target = quoteId === undefined ? { policyId: policyId ?? '' } : { quoteId };
    const asked = { ...this.#asked(caller, holdId), id, target, reason, createdBy: authorOf(caller) };
    const made = await overrideHold(this.uses.db, asked);
    if (!('refused' in made)) return overrideObject(made);
    switch (made.refused) {
      case 'UNKNOWN':
        throw new NotFound('hold', holdId);
      case 'NO_QUOTE':
        throw new NotFound('quote', quoteId, { field: 'quoteId' });
      case 'NO_POLICY':
        throw new NotFound('policy', policyId, { field: 'policyId' });
      case 'ENDED':
        throw new Conflict('the hold was ended');
      case 'TOO_MANY':
        throw new Conflict('the hold has 10000 overrides: change its place or end it');
    }
  }

  /** 400 where the days are in the wrong order, or a product names no question for a part of the place. */
  async #check({ organizationId }: Caller, hold: DeclaredHold, now: BusinessTime): Promise<void> {
    refuseWrongDays(hold);
    const { productId, place } = hold;
    const unplaced = await unplacedProducts(this.uses.db, this.uses, {
      organizationId,
      productId,
      place,
      now,
    });
    if (unplaced.length === 0) return;
    throw new BadRequest(
      unplaced.map(({ name, part, setting }) => ({
        field: `place.${part}`,
        detail: `the product ${name} does not say by which question a risk has them: declare ${setting}`,
      })),
    );
  }

  #asked(caller: Caller, holdId: string) {
    const { organizationId } = caller;
    return { ...auditOf(caller), organizationId, holdId, now: this.uses.now() };
  }

  #time(caller: Caller): Promise<BusinessTime> {
    return timeOfReport(this.uses, caller, undefined);
  }
}

function refuseWrongDays({ firstDay, lastDay }: Pick<DeclaredHold, 'firstDay' | 'lastDay'>): void {
  if (lastDay === null || lastDay >= firstDay) return;
  throw new BadRequest([{ field: 'lastDay', detail: `must not be before the first day, ${firstDay}` }]);
}

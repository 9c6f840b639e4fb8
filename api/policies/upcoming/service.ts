import type { Knex } from 'knex';
import { businessTimeOf } from '../../../db/clock.js';
import type { Database } from '../../../db/database.js';
import { stopsOfRenewal } from '../../../db/holds/stops-of-policy.js';
import type { Policy } from '../../../db/models/policy.js';
import { Quote } from '../../../db/models/quote.js';
import { readPolicyToForesee } from '../../../db/policies/read-foreseen.js';
import { readPolicyStanding } from '../../../db/policies/read-history.js';
import { reminderDaysOf } from '../../../db/policies/read-plan.js';
import { policyVisibleTo } from '../../../db/policies/visible-policy.js';
import type { ProductCatalog } from '../../../db/products/catalog.js';
import { BusinessTime } from '../../../domain/ground/business-time.js';
import { laterOf } from '../../../domain/ground/calendar.js';
import { type Deadline, deadlinesOf, expiryOfRenewal } from '../../../domain/policy/deadlines.js';
import { foresee } from '../../../domain/policy/foresee.js';
import { policySettingsOf } from '../../../domain/policy/policy-settings.js';
import type { Stop } from '../../../domain/quote/stopped-quote.js';
import { NotFound } from '../../errors/app-error.js';
import type { Caller } from '../../http/caller.js';
import type { Upcoming } from './schemas.js';
import { entryOfDeadline, entryOfTask } from './upcoming-entry.js';

export interface UpcomingDependencies {
  db: Database;
  catalog: Pick<ProductCatalog, 'version' | 'versionFor'>;
  now: () => Date;
}

/** Tells what the service will do with a policy by itself. */
export class UpcomingOfPolicies {
  constructor(private readonly uses: UpcomingDependencies) {}

  /** What comes until the end of the next term. 404 if the caller cannot see the policy. */
  async read({ organizationId }: Caller, policyId: string): Promise<Upcoming> {
    // One snapshot: a task that is done meanwhile is not told twice, nor left out.
    const read = await this.uses.db.transaction(
      async (trx) => {
        const policy = await policyVisibleTo(trx, organizationId, policyId);
        if (policy === undefined) return undefined;
        const version = await this.uses.catalog.version(policy.productVersionId);
        const settings = policySettingsOf(version?.definition ?? {});
        const reminderDays = reminderDaysOf(version?.definition ?? {});
        const now = await businessTimeOf(trx, this.uses, policy);
        const { history } = await readPolicyStanding(trx, policy);
        const { begunOn } = history;
        const found = await readPolicyToForesee(trx, policy, { begunOn, now, settings, reminderDays });
        const stops = await this.#stopsOfRenewal(trx, policy, now);
        const reinstatementWaits = policy.reinstatementWaits !== null;
        return { ...found, reinstatementWaits, stops, history, settings, now };
      },
      { isolationLevel: 'repeatable read', readOnly: true },
    );
    if (read === undefined) throw new NotFound('policy', policyId);
    const { policy, reinstatementWaits, renewal, stops, history, settings, now } = read;
    const { tasks, until, isComplete } = foresee(policy, settings);
    const deadlines: Deadline[] = [
      ...deadlinesOf(history, { ...policy, reinstatementWaits }, settings),
      ...expiryOfRenewal(policy, renewal?.expiresAt ?? null, now),
    ].filter(({ on }) => on <= until);
    const content = [
      ...tasks.map((task) => entryOfTask(task, stops)),
      ...deadlines.map((deadline) => entryOfDeadline(deadline, renewal?.requestId ?? null)),
    ];
    return {
      policyId,
      today: now.today,
      until,
      isComplete,
      content: content.sort((a, b) => a.on.localeCompare(b.on)),
    };
  }

  /** What would stop the next term of a held renewal, by the holds that are in force on its first day. */
  async #stopsOfRenewal(trx: Knex, policy: Policy, now: BusinessTime): Promise<Stop[]> {
    const { renewalQuoteId, expirationDate } = policy;
    if (renewalQuoteId === null) return [];
    const quote = await Quote.query(trx).findById(renewalQuoteId);
    if (quote === undefined) return [];
    const day = laterOf(now.today, expirationDate);
    const then = new BusinessTime(now.startOf(day), now.timeZone, now.systemTime);
    return stopsOfRenewal(trx, this.uses, { policy, quote, now: then });
  }
}

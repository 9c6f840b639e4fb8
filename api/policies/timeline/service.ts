import type { Database } from '../../../db/database.js';
import { readLines } from '../../../db/ledger/read-lines.js';
import { readPolicyChanges } from '../../../db/policies/read-history.js';
import { policyVisibleTo } from '../../../db/policies/visible-policy.js';
import { utcDate } from '../../../domain/ground/calendar.js';
import { Cents } from '../../../domain/money/cents.js';
import { earnedOn, totalOf } from '../../../domain/policy/proration.js';
import { historyOf, knownAt as knownBy, policyOn } from '../../../domain/policy/timeline.js';
import { NotFound } from '../../errors/app-error.js';
import type { Caller } from '../../http/caller.js';
import type { PolicyTimeline } from './schemas.js';

export interface TimelineDependencies {
  db: Database;
  now: () => Date;
}

/** Reads policies as of a day, as known at a time. */
export class PolicyTimelines {
  readonly #db: Database;
  readonly #now: () => Date;

  constructor({ db, now }: TimelineDependencies) {
    this.#db = db;
    this.#now = now;
  }

  /**
   * A policy as of a day and as known at a time, by default today and now. 404 if the caller cannot see it.
   */
  async read(
    { organizationId }: Caller,
    policyId: string,
    asked: { effectiveOn?: string | undefined; knownAt?: string | undefined },
  ): Promise<PolicyTimeline> {
    const policy = await policyVisibleTo(this.#db, organizationId, policyId);
    if (policy === undefined) throw new NotFound('policy', policyId);
    const knownAt = asked.knownAt === undefined ? this.#now() : new Date(asked.knownAt);
    const effectiveOn = asked.effectiveOn ?? utcDate(this.#now());
    const [recorded, lines] = await Promise.all([
      readPolicyChanges(this.#db, policy),
      readLines(this.#db, policyId, { knownAt }),
    ]);
    const changes = knownBy(recorded, knownAt);
    const history = historyOf(changes);
    const found = policyOn(history, effectiveOn);
    const layers = lines.filter(({ termNumber }) => termNumber === found?.term.number);
    const premium = totalOf(layers).toAmount();
    const earned = earnedOn(layers, effectiveOn).toAmount();
    return {
      policyId,
      effectiveOn,
      knownAt: knownAt.toISOString(),
      policy: found && {
        policyNumber: history?.policyNumber ?? policy.policyNumber,
        termNumber: found.term.number,
        termEffectiveDate: found.term.effectiveDate,
        termExpirationDate: found.term.expirationDate,
        inForce: found.inForce,
        cancelledOn: found.term.cancellation?.cancelledOn ?? null,
        termPremium: Number(found.termPremium),
        premium: Number(premium),
        earnedPremium: Number(earned),
        unearnedPremium: Number(Cents.of(premium).minus(Cents.of(earned)).toAmount()),
        quoteId: found.term.quoteId,
        answers: found.answers,
      },
      changes: changes.map(({ seq, kind, effectiveDate, recordedAt, quoteId, ...change }) => ({
        sequence: seq,
        kind,
        effectiveDate,
        recordedTimestamp: recordedAt.toISOString(),
        premiumChange: Number(change.premiumChange),
        termPremium: Number(change.termPremium),
        quoteId,
        applies: effectiveDate <= effectiveOn,
      })),
    };
  }
}

import { Router } from 'express';
import type { z } from 'zod';
import type { Database } from '../../../db/database.js';
import { journalledPremiums } from '../../../db/ledger/journalled-premiums.js';
import { readPolicyChanges } from '../../../db/policies/read-history.js';
import { policyVisibleTo } from '../../../db/policies/visible-policy.js';
import { utcDate } from '../../../domain/ground/calendar.js';
import { withPremiums } from '../../../domain/policy/entries-by-hand.js';
import { historyOf, knownAt as knownBy, policyOn } from '../../../domain/policy/timeline.js';
import { NotFound } from '../../errors/app-error.js';
import { type Caller, callerOf } from '../../http/caller.js';
import { validated } from '../../http/validated.js';
import { getTimeline, type policyTimeline } from './schemas.js';

export interface TimelineDependencies {
  db: Database;
  now: () => Date;
}

interface Asked {
  policyId: string;
  effectiveOn?: string | undefined;
  knownAt?: string | undefined;
}

/** `GET /policy/{policyId}/timeline`, an extension of the interface. */
export function policyTimelineRoutes(dependencies: TimelineDependencies): Router {
  const router = Router();
  router.get(
    getTimeline.path,
    validated(getTimeline, ({ params, query }, req) =>
      readTimeline(dependencies, callerOf(req), { ...params, ...query }),
    ),
  );
  return router;
}

async function readTimeline(
  { db, now }: TimelineDependencies,
  { organizationId }: Caller,
  { policyId, ...asked }: Asked,
): Promise<z.infer<typeof policyTimeline>> {
  const policy = await policyVisibleTo(db, organizationId, policyId);
  if (policy === undefined) throw new NotFound('policy', policyId);
  const knownAt = asked.knownAt === undefined ? now() : new Date(asked.knownAt);
  const effectiveOn = asked.effectiveOn ?? utcDate(now());
  const [recorded, premiums] = await Promise.all([
    readPolicyChanges(db, policy),
    journalledPremiums(db, policyId, knownAt),
  ]);
  const changes = knownBy(recorded, knownAt);
  const history = historyOf(changes);
  const found = policyOn(history && withPremiums(history, premiums), effectiveOn);
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
      premium: Number(found.premium),
      earnedPremium: Number(found.earned),
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

import type { ModelObject } from 'objection';
import type { ClockContents } from '../../db/clocks/read-clock.js';
import type { Clock } from '../../db/models/clock.js';
import { type EveryField, nothingLeft } from '../../domain/ground/every-field.js';
import type { ClockView, ListedClock } from './schemas.js';

/** A clock as it is listed. */
export function listedClock(clock: ModelObject<Clock>): EveryField<ListedClock> {
  const { id, name, businessTime, state, waitsTimeOut, problem, createdAt, createdBy, ...others } = clock;
  // Not shown.
  const { organizationId, advancesFrom, advancesTo, updatedAt, ...rest } = others;
  nothingLeft(rest);
  const isAdvancing = state === 'ADVANCING' && advancesFrom !== null && advancesTo !== null;
  return {
    id,
    name,
    businessTime: businessTime.toISOString(),
    state,
    waitsTimeOut,
    advance: isAdvancing ? { from: advancesFrom.toISOString(), to: advancesTo.toISOString() } : undefined,
    problem: problem ?? undefined,
    createdTimestamp: createdAt.toISOString(),
    createdBy,
  };
}

/** A clock with what stands under it. */
export function clockObject(clock: ModelObject<Clock>, contents: ClockContents): EveryField<ClockView> {
  const { clients, policies, nextDueAt } = contents;
  return { ...listedClock(clock), clients, policies, nextDueTimestamp: nextDueAt?.toISOString() };
}

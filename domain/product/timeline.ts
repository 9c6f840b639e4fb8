import type { BusinessTime } from '../ground/business-time.js';
import { addMonths, daysBetween, laterOf } from '../ground/calendar.js';

export const environments = ['DEV', 'UAT', 'PROD'] as const;
export type Environment = (typeof environments)[number];

export type SegmentStatus = 'ARCHIVED' | 'LIVE' | 'RETIRED' | 'SCHEDULED' | 'NOT_DEPLOYED';

/** A version deployed to one environment, and its status since. */
export interface Deployment {
  versionId: string;
  buildNumber: number;
  /** The first day it covers, `YYYY-MM-DD`. */
  effectiveDate: string;
  deployedAt: Date;
  withdrawnAt: Date | null;
  /** When the version itself was archived. */
  archivedAt: Date | null;
}

/** A deployment on its environment's timeline (spec 2.4). */
export interface Segment<D extends Deployment> {
  deployment: D;
  status: SegmentStatus;
  /** In force today. */
  active: boolean;
  effectiveDate: string;
  /** The day on which the next segment begins; absent for the last one. */
  expirationDate?: string;
  /** Days covered. A segment without an end is measured to the timeline's horizon. */
  numberOfDays: number;
  /** Whole percent of the timeline; all segments add up to 100. */
  proportionalLength: number;
}

/**
 * The deployment that covers a date, as of an instant. Of the deployments made by then and neither withdrawn
 * nor archived, it is the one with the latest effective date; among equal dates, the one deployed last.
 */
export function deploymentCovering<D extends Deployment>(
  deployments: readonly D[],
  { effectiveDate, asConfiguredAt }: { effectiveDate: string; asConfiguredAt: Date },
): D | null {
  let covering: D | null = null;
  for (const deployment of deployments) {
    if (deployment.effectiveDate > effectiveDate || !stoodAt(deployment, asConfiguredAt)) continue;
    if (covering === null || inTimelineOrder(covering, deployment) < 0) covering = deployment;
  }
  return covering;
}

/**
 * The segments of one environment, in order of their dates, as of today.
 *
 * A segment ends on the day the next one begins. Deployments that were withdrawn, archived, or replaced from
 * their own first day cover no days: they stay in the list with a length of 0. The last segment is measured
 * to the horizon: one year after today or after its first day, whichever is later.
 */
export function timelineOf<D extends Deployment>(deployments: readonly D[], now: BusinessTime): Segment<D>[] {
  const { today } = now;
  const ordered = [...deployments].sort(inTimelineOrder);
  const standing = ordered
    .filter((deployment) => deployment.withdrawnAt === null && deployment.archivedAt === null)
    .filter((deployment, index, all) => deployment.effectiveDate !== all[index + 1]?.effectiveDate);
  const horizon = addMonths(laterOf(today, standing.at(-1)?.effectiveDate ?? today), 12);

  const ends = new Map(standing.map((deployment, index) => [deployment, standing[index + 1]?.effectiveDate]));
  const days = ordered.map((deployment) =>
    ends.has(deployment) ? daysBetween(deployment.effectiveDate, ends.get(deployment) ?? horizon) : 0,
  );
  const percents = wholePercents(days);

  return ordered.map((deployment, index) => {
    const { effectiveDate } = deployment;
    const expirationDate = ends.has(deployment) ? ends.get(deployment) : effectiveDate;
    const status = ends.has(deployment)
      ? statusOfDates(effectiveDate, expirationDate, today)
      : statusOfRemoved(deployment, now);
    return {
      deployment,
      status,
      active: status === 'LIVE',
      effectiveDate,
      ...(expirationDate !== undefined && { expirationDate }),
      numberOfDays: days[index] ?? 0,
      proportionalLength: percents[index] ?? 0,
    };
  });
}

function stoodAt({ deployedAt, withdrawnAt, archivedAt }: Deployment, at: Date): boolean {
  return (
    deployedAt <= at && (withdrawnAt === null || withdrawnAt > at) && (archivedAt === null || archivedAt > at)
  );
}

function inTimelineOrder(a: Deployment, b: Deployment): number {
  if (a.effectiveDate !== b.effectiveDate) return a.effectiveDate < b.effectiveDate ? -1 : 1;
  return a.deployedAt.getTime() - b.deployedAt.getTime() || a.buildNumber - b.buildNumber;
}

function statusOfDates(begins: string, ends: string | undefined, today: string): SegmentStatus {
  if (today < begins) return 'SCHEDULED';
  return ends !== undefined && ends <= today ? 'RETIRED' : 'LIVE';
}

function statusOfRemoved(
  { effectiveDate, withdrawnAt, archivedAt }: Deployment,
  now: BusinessTime,
): SegmentStatus {
  if (withdrawnAt !== null && now.dayOf(withdrawnAt) < effectiveDate) return 'NOT_DEPLOYED';
  return withdrawnAt !== null && archivedAt === null ? 'RETIRED' : 'ARCHIVED';
}

/** Shares of 100 by the largest remainder method; all 0 if the total is 0. */
function wholePercents(lengths: number[]): number[] {
  const total = lengths.reduce((sum, length) => sum + length, 0);
  if (total === 0) return lengths.map(() => 0);
  const percents = lengths.map((length) => Math.floor((length * 100) / total));
  const missing = 100 - percents.reduce((sum, percent) => sum + percent, 0);
  lengths
    .map((length, index) => ({ index, remainder: (length * 100) % total }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index)
    .slice(0, missing)
    .forEach(({ index }) => {
      percents[index] = (percents[index] ?? 0) + 1;
    });
  return percents;
}

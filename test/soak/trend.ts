import { median } from '../../bench/load.js';

/** A value of a series and when it was taken, in seconds. */
export interface Point {
  at: number;
  value: number;
}

/**
 * The slope of a series an hour by Theil and Sen: the median of the slopes between all pairs of points. Single peaks,
 * such as memory before a garbage collection, do not change it.
 */
export function slopeAnHour(points: readonly Point[]): number {
  const slopes: number[] = [];
  for (const [index, later] of points.entries()) {
    for (const earlier of points.slice(0, index)) {
      slopes.push((later.value - earlier.value) / (later.at - earlier.at));
    }
  }
  return median(slopes) * 3_600;
}

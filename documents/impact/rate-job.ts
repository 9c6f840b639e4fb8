import { LRUCache } from 'lru-cache';
import {
  type RatingAnswer,
  type RatingJob,
  type RatingSetup,
  ratingJobs,
} from '../../domain/impact/rating-job.js';

/** The runs under way, compiled, of which a service has two at once. */
const runs = new LRUCache<string, (job: RatingJob) => RatingAnswer>({
  max: 2,
  ttl: 60_000,
  updateAgeOnGet: true,
  ttlAutopurge: true,
});

/** In a thread: does a job of a run. Null if the thread does not know the run and its setup is not sent along. */
export function rateJob(run: string, setup: RatingSetup | null, job: RatingJob): RatingAnswer | null {
  const rate = runs.get(run) ?? (setup && ratingJobs(setup));
  if (rate === null) return null;
  runs.set(run, rate);
  return rate(job);
}

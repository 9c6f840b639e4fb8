import { workerData } from 'node:worker_threads';
import { serveJobs } from '../../documents/threads/serve-jobs.js';
import { type RatingJob, type RatingSetup, ratingJobs } from '../../domain/impact/rating-job.js';

const rate = ratingJobs(workerData as RatingSetup);

serveJobs(async (job: RatingJob) => Buffer.from(JSON.stringify(rate(job))));

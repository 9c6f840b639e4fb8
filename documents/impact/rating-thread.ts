import { workerData } from 'node:worker_threads';
import { type RatingJob, type RatingSetup, ratingJobs } from '../../domain/impact/rating-job.js';
import { serveJobs } from '../threads/serve-jobs.js';

const rate = ratingJobs(workerData as RatingSetup);

serveJobs(async (job: RatingJob) => Buffer.from(JSON.stringify(rate(job))));

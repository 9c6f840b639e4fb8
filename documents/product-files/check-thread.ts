import { serveJobs } from '../threads/serve-jobs.js';
import { type CheckJob, checkSent } from './check-sent.js';

serveJobs(async (job: CheckJob) => new TextEncoder().encode(JSON.stringify(await checkSent(job))));

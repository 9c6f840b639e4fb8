import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/database.js';
import {
  type ChangedJob,
  cancelJob,
  type JobToChange,
  pauseJob,
  resumeJob,
  retryJob,
} from '../../db/jobs/change-job.js';
import { createJob } from '../../db/jobs/create-job.js';
import { versionsWithPolicies } from '../../db/jobs/policies-of-rows.js';
import { countRows, findJob, listJobs, rowsOfJob } from '../../db/jobs/read-job.js';
import type { Job } from '../../db/models/job.js';
import type { CatalogVersion, ProductCatalog } from '../../db/products/catalog.js';
import type { JobCells } from '../../domain/jobs/job-types.js';
import { BadRequest, Conflict, NotFound } from '../errors/app-error.js';
import { type Caller, requireEvent } from '../http/caller.js';
import { listLimits } from '../http/list-limits.js';
import { pageOf } from '../http/page.js';
import { auditOf, authorOf } from '../http/person.js';
import type { JobRuns } from '../runs/job-runs.js';
import { checkedRows } from './checked-rows.js';
import { jobObject } from './job-object.js';
import { resultFile } from './job-result.js';
import { readRows, type SentRows } from './read-rows.js';
import type { JobQuery, JobResultQuery, JobView } from './schemas.js';

export interface JobDependencies {
  db: Database;
  catalog: ProductCatalog;
  runs: Pick<JobRuns, 'wakeSoon'>;
  /** System time. */
  now: () => Date;
}

/** The days for which versions are looked up to find the questions of a file's columns. */
const mostDays = 50;

/** The jobs of the caller's organization: events for the rows of a file. Those of others are not found. */
export class Jobs {
  constructor(private readonly uses: JobDependencies) {}

  /** @param id of the job, if an earlier attempt may have made it. */
  async create(
    caller: Caller,
    { type, lineId, fanOut, ...given }: JobQuery,
    sent: string | readonly JobCells[],
    id: string = randomUUID(),
  ): Promise<JobView> {
    const { productVersionId = null, name = null }: Partial<Pick<Job, 'productVersionId' | 'name'>> = given;
    const { db, catalog, now } = this.uses;
    const { organizationId } = caller;
    const product = await catalog.productVisibleTo(organizationId, lineId);
    if (product === null) throw new NotFound('product', lineId, { field: 'lineId', in: 'query' });
    requireEvent(caller, type);
    const file = await readRows(sent);
    const asked = { organizationId, type, productId: product.id, productVersionId };
    const isOwner = product.ownerOrganizationId === organizationId;
    const versions = await this.#versions(asked, isOwner, file);
    const rows = await checkedRows({ db, catalog }, { ...asked, jobId: id, versions }, file);
    const job = await createJob(db, {
      ...asked,
      id,
      name,
      fanOut,
      columns: file.columns,
      rows,
      createdBy: authorOf(caller),
      createdAt: now(),
      ...auditOf(caller),
    });
    await this.uses.runs.wakeSoon(job);
    return jobObject(job);
  }

  async list({ organizationId }: Caller, { page, size }: { page: number; size: number }) {
    const limits = listLimits({ page, size }, 'job');
    const { jobs, total, isExact } = await listJobs(this.uses.db, organizationId, limits);
    const content = jobs.map((job) => jobObject(job));
    return { ...pageOf(content, { page, size }, total), totalIsExact: isExact };
  }

  async read(caller: Caller, jobId: string): Promise<JobView> {
    return this.#view(await this.#find(caller, jobId));
  }

  async pause(caller: Caller, jobId: string): Promise<JobView> {
    return this.#change(caller, jobId, pauseJob);
  }

  async resume(caller: Caller, jobId: string): Promise<JobView> {
    return this.#change(caller, jobId, resumeJob);
  }

  async cancel(caller: Caller, jobId: string): Promise<JobView> {
    return this.#change(caller, jobId, cancelJob);
  }

  async retry(caller: Caller, jobId: string): Promise<JobView> {
    return this.#change(caller, jobId, retryJob);
  }

  /** The result of a job as pieces of a file. No connection is held between two pieces. */
  async result(
    caller: Caller,
    jobId: string,
    { format, outcome, after, size }: Pick<JobResultQuery, 'format'> & Partial<JobResultQuery>,
  ): Promise<AsyncGenerator<string>> {
    const job = await this.#find(caller, jobId);
    return resultFile(job, rowsOfJob(this.uses.db, job.id, { state: outcome, after, size }), format);
  }

  async #change(
    caller: Caller,
    jobId: string,
    change: (db: Database, asked: JobToChange) => Promise<ChangedJob>,
  ): Promise<JobView> {
    requireEvent(caller, (await this.#find(caller, jobId)).type);
    const { organizationId } = caller;
    const asked = { organizationId, jobId, now: this.uses.now(), ...auditOf(caller) };
    const changed = await change(this.uses.db, asked);
    if ('refused' in changed) throw refusal(changed.refused, jobId);
    await this.uses.runs.wakeSoon(changed.job);
    return this.#view(changed.job);
  }

  async #find({ organizationId }: Caller, jobId: string): Promise<Job> {
    const job = await findJob(this.uses.db, organizationId, jobId);
    if (job === undefined) throw new NotFound('job', jobId);
    return job;
  }

  async #view(job: Job): Promise<JobView> {
    return jobObject(job, await countRows(this.uses.db, job.id));
  }

  /** The versions of the product whose questions the columns may answer. 400 if there is none. */
  async #versions(
    { organizationId, productId, productVersionId, type }: JobOfProduct,
    isOwner: boolean,
    { rows }: SentRows,
  ): Promise<CatalogVersion[]> {
    const { db, catalog, now } = this.uses;
    const today = now().toISOString().slice(0, 10);
    const days = type === 'GET_QUOTES' ? rows.map(({ effectiveDate }) => String(effectiveDate)) : [today];
    const isDay = (day: string) => /^\d{4}-\d\d-\d\d$/.test(day);
    const named = [...new Set(days)].filter(isDay).slice(0, mostDays);
    const ofDays = named.length === 0 ? [today] : named;
    const deployed = await Promise.all(
      (productVersionId === null ? ofDays : []).map((effectiveDate) =>
        catalog.versionFor(productId, { effectiveDate, asConfiguredAt: now() }),
      ),
    );
    const ofPolicies =
      type === 'GET_QUOTES' ? [] : await versionsWithPolicies(db, { organizationId, productId });
    const ids = new Set([productVersionId, ...deployed, ...ofPolicies].flatMap((id) => id ?? []));
    const found = await Promise.all([...ids].map((id) => catalog.version(id)));
    const versions = found.flatMap((version) => version ?? []);
    const asked = versions.find(({ versionId }) => versionId === productVersionId);
    const isHidden = asked !== undefined && asked.source === 'BUILDER' && !isOwner;
    if (productVersionId !== null && (asked?.productId !== productId || isHidden)) {
      const detail = 'is not a version of this product';
      throw new BadRequest([{ field: 'productVersionId', in: 'query', detail }]);
    }
    return versions;
  }
}

type JobOfProduct = Pick<Job, 'organizationId' | 'productId' | 'productVersionId' | 'type'>;

function refusal(refused: 'UNKNOWN' | 'ENDED' | 'CANCELED', jobId: string): Error {
  switch (refused) {
    case 'UNKNOWN':
      return new NotFound('job', jobId);
    case 'ENDED':
      return new Conflict(`job ${jobId} has ended`, { code: 'JOB_ENDED' });
    case 'CANCELED':
      return new Conflict(`job ${jobId} was canceled`, { code: 'JOB_ENDED' });
  }
}

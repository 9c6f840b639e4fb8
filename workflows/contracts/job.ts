import { organizationAttribute } from './search-attributes.js';

/** The workflow type: one for each job. */
export const jobType = 'job';

export interface JobInput {
  jobId: string;
}

/** The job was made, resumed, canceled, or has rows to run again. */
export const jobChangedSignal = 'jobChanged';

/** What its workflow is started with. */
export interface JobToRun {
  jobId: string;
  organizationId: string;
  /** Of its events. */
  type: string;
  rowCount: number;
}

export const jobWorkflowId = (jobId: string): string => `job-${jobId}`;

/** The options that a job is started with; one that has ended may start again. */
export function jobOptions({ jobId, organizationId, type, rowCount }: JobToRun) {
  return {
    workflowId: jobWorkflowId(jobId),
    args: [{ jobId }] as [JobInput],
    workflowIdReusePolicy: 'ALLOW_DUPLICATE' as const,
    typedSearchAttributes: [{ key: organizationAttribute, value: organizationId }],
    staticSummary: `${type} for ${rowCount} rows`,
  };
}

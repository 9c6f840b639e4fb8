import type { JobCells, JobRowState, RowError, RowResult } from '../../domain/jobs/job-types.js';
import { BaseModel } from './base.js';

/** A row of a job, with its event and what came of it. */
export class JobRow extends BaseModel {
  static override tableName = 'job_rows';
  static override idColumn = ['job_id', 'row_number'];
  static override jsonAttributes = ['cells', 'payload', 'made', 'error'];

  declare jobId: string;
  /** From 1. */
  declare rowNumber: number;
  declare state: JobRowState;
  /** As they were sent, by column. Empty where the client was erased. */
  declare cells: JobCells;
  /** Of its event. */
  declare payload: object;
  declare attempts: number;
  /** Of its last event. */
  declare triggerRequestId: string | null;
  declare firedAt: Date | null;
  declare clientId: string | null;
  declare policyId: string | null;
  declare made: RowResult | null;
  declare error: RowError | null;
}

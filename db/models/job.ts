import type { Author } from '../../domain/ground/author.js';
import type { JobCounts, JobEventType, JobState } from '../../domain/jobs/job-types.js';
import { BaseModel } from './base.js';
import { visibilityOf } from './visibility.js';

/** A job: an event for each row of a file. */
export class Job extends BaseModel {
  static override tableName = 'jobs';
  static override jsonAttributes = ['columns', 'counts', 'createdBy'];
  static override modifiers = { visibleTo: visibilityOf('jobs') };

  declare id: string;
  declare organizationId: string;
  declare name: string | null;
  /** Of the events that it fires. */
  declare type: JobEventType;
  declare productId: string;
  /** The version that was asked for; null: the one that is deployed when a row is fired. */
  declare productVersionId: string | null;
  declare state: JobState;
  /** Rows that run beside each other. */
  declare fanOut: number;
  declare rowCount: number;
  /** The names of the columns, in order. */
  declare columns: string[];
  /** As last counted: exact once it has ended. */
  declare counts: JobCounts;
  declare createdAt: Date;
  declare createdBy: Author;
  /** When its workflow last worked on it, or somebody changed it. */
  declare updatedAt: Date;
  /** When no row was waiting or running any more. */
  declare endedAt: Date | null;
}

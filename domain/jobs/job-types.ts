import type { EventType } from '../events/catalog.js';

/** The events that a job fires, one for each row: commands about clients' quotes and policies. */
export const jobEventTypes = [
  'GET_QUOTES',
  'POLICY_CREATE',
  'POLICY_ENDORSEMENT_QUOTING',
  'POLICY_ENDORSE',
  'POLICY_RENEWAL_QUOTING',
  'RENEWAL_QUOTE_SELECTED',
  'CANCEL_RENEWAL',
  'PRE_POLICY_CANCELLATION',
  'POLICY_CANCEL',
  'POLICY_REINSTATE',
  'POLICY_REWRITE',
  'POLICY_EVENT_RECORD',
] as const satisfies readonly EventType[];
export type JobEventType = (typeof jobEventTypes)[number];

export const jobStates = ['RUNNING', 'PAUSED', 'CANCELED', 'DONE'] as const;
export type JobState = (typeof jobStates)[number];

export const jobRowStates = ['WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELED'] as const;
export type JobRowState = (typeof jobRowStates)[number];

/** The rows of a job by their state. */
export type JobCounts = Record<JobRowState, number>;

export const noRows: JobCounts = { WAITING: 0, RUNNING: 0, DONE: 0, FAILED: 0, CANCELED: 0 };

export const jobLimits = {
  rows: 100_000,
  bytes: 50 * 1024 * 1024,
  columns: 1_000,
  /** That are not empty, of all rows. */
  cells: 2_000_000,
  /** Faults that an answer lists. */
  faults: 1_000,
  /** Rows that run beside each other. */
  fanOut: { usual: 8, most: 32 },
} as const;

/** A row as it was sent: texts of CSV, or values of JSON, by column. */
export type JobCells = Readonly<Record<string, unknown>>;

/** What a row's event led to. */
export interface RowResult {
  quoteIds?: string[];
  /** Why a quote was declined, or what waits for a person. */
  note?: string;
}

/** Why a row failed, with the column that is at fault, if one is. */
export interface RowError {
  detail: string;
  column?: string;
}

import type { Knex } from 'knex';
import type { LookupResult } from '../../domain/lookups/with-lookups.js';
import { ActionRun } from '../models/action-run.js';
import type { ColumnsOf } from '../models/base.js';
import { DataLookup } from '../models/data-lookup.js';

export type NewLookup = ColumnsOf<DataLookup>;

/** Keeps what a source answered, or that it did not; an answer that is kept already stays. */
export async function keepLookup(db: Knex, lookup: NewLookup): Promise<void> {
  await DataLookup.query(db).insert(lookup).onConflict('id').merge().whereNotNull('data_lookups.failure');
}

/** The lookups of one action of an event. */
export async function lookupsOfAction(
  db: Knex,
  triggerRequestId: string,
  actionId: string,
): Promise<DataLookup[]> {
  return DataLookup.query(db).where({ trigger_request_id: triggerRequestId, action_id: actionId });
}

/** An answer that the source gave to the same request of the organization, no longer ago than a time. */
export async function answerSince(
  db: Knex,
  asked: { organizationId: string; clockId: string | null; requestHash: string },
  { since, until }: { since: Date; until: Date },
): Promise<DataLookup | undefined> {
  return DataLookup.query(db)
    .where({ organization_id: asked.organizationId, request_hash: asked.requestHash })
    .whereRaw('clock_id is not distinct from ?::uuid', [asked.clockId])
    .whereNull('failure')
    .whereBetween('answered_at', [since, until])
    .orderBy('answered_at', 'desc')
    .first();
}

/**
 * The results of all lookups of an event, in the order in which they were asked. An action that ended without any, since it
 * could not work, has one that says why.
 */
export async function resultsOfEvent(db: Knex, triggerRequestId: string): Promise<LookupResult[]> {
  const [rows, failed] = await Promise.all([
    DataLookup.query(db).where('trigger_request_id', triggerRequestId).orderBy(['asked_at', 'id']),
    ActionRun.query(db)
      .where({ trigger_request_id: triggerRequestId, type: 'DATA_LOOKUP', state: 'FAILED' })
      .select('action_id', 'last_error'),
  ]);
  const answered = new Set(rows.map(({ actionId }) => actionId));
  const unable = failed.filter(({ actionId }) => !answered.has(actionId));
  return [...rows.map(resultOf), ...unable.map(unableResult)];
}

/** The answers that sources gave about a client before, newest first, as `actionId iterationId qid answer`. */
export async function earlierAnswers(
  db: Knex,
  clientId: string,
  actionIds: readonly string[],
): Promise<Set<string>> {
  const rows = await DataLookup.query(db)
    .where('client_id', clientId)
    .whereIn('action_id', [...actionIds])
    .whereNull('failure')
    .orderBy('asked_at', 'desc')
    .limit(1000)
    .select('action_id', 'iteration_id', 'values');
  return new Set(
    rows.flatMap((row) => Object.entries(row.values).map(([qid, answer]) => earlierKey(row, qid, answer))),
  );
}

/** The key of an answer in {@link earlierAnswers}. */
export function earlierKey(
  { actionId, iterationId }: Pick<LookupResult, 'actionId' | 'iterationId'>,
  qid: string,
  answer: string,
): string {
  return [actionId, iterationId ?? '', qid, answer].join('\u001f');
}

function resultOf(row: DataLookup): LookupResult {
  const { actionId, iterationId, failure, values, requestHash, responseHash, answeredAt } = row;
  const isReused = row.reusedFrom !== null;
  return { actionId, iterationId, failure, values, requestHash, responseHash, answeredAt, isReused };
}

function unableResult({ actionId, lastError }: ActionRun): LookupResult {
  return {
    actionId,
    iterationId: null,
    failure: lastError ?? 'it failed',
    values: {},
    requestHash: '',
    responseHash: null,
    answeredAt: null,
    isReused: false,
  };
}

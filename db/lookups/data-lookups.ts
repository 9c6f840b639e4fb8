import type { Knex } from 'knex';
import { type LookedUpValue, lookupsOfQuote } from '../../domain/lookups/looked-up.js';
import type { LookupResult } from '../../domain/lookups/lookup-result.js';
import { ActionRun } from '../models/action-run.js';
import type { ColumnsOf } from '../models/base.js';
import { DataLookup } from '../models/data-lookup.js';
import { PolicyQuote } from '../models/policy-quote.js';
import { Quote } from '../models/quote.js';

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

/** The most quotes of a policy whose looked-up answers are known. */
const mostQuotes = 200;

/** The looked-up answers of a policy's quotes so far: what its sources and its product said before, not a person. */
export async function earlierLookups(db: Knex, policyId: string): Promise<LookedUpValue[]> {
  const quotes = await Quote.query(db)
    .whereIn('request_id', PolicyQuote.query(db).where('policy_id', policyId).select('quote_id'))
    .whereRaw("jsonb_exists(metadata, 'lookups')")
    .orderBy('quote_timestamp', 'desc')
    .limit(mostQuotes)
    .select('metadata');
  return quotes.flatMap(lookupsOfQuote);
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

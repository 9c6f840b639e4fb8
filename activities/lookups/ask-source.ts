import { Context } from '@temporalio/activity';
import type { DataLookupAction } from '../../domain/actions/configured-action.js';
import { contentHash } from '../../domain/ground/canonical-json.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import { isStorableJson } from '../../domain/ground/storable-json.js';
import type { LookupRequest } from '../../domain/lookups/lookup-request.js';
import { readResponse } from '../../domain/lookups/read-response.js';
import type { QuestionTypes } from '../../domain/questions/question-types.js';
import { workerStopping } from '../ground/failures.js';
import { callEndpoint } from '../outbound/call-endpoint.js';
import type { OutboundAddress } from '../outbound/endpoints.js';

/** A source that may be asked: its address, and the secret that signs requests. */
export interface Source {
  endpoint: OutboundAddress | undefined;
  secret: string;
  now: () => Date;
}

/** What came of asking once; `RETRY`: another attempt may succeed. Messages have nothing of the response. */
export type Asked =
  | { kind: 'ANSWERED'; values: Record<string, string>; responseHash: string }
  | { kind: 'RETRY' | 'FAILED'; message: string };

/** The id of a request: the same in each attempt, so that the source recognizes a repeat and charges once. */
export function lookupId(triggerRequestId: string, actionId: string, iterationId: string | null): string {
  return derivedId(triggerRequestId, actionId, iterationId ?? '', 'lookup');
}

/** Asks a source once, and reads its answer. */
export async function askSource(
  { endpoint, secret, now }: Source,
  { request, action, questions, id, timeoutMs }: SourceQuestion,
): Promise<Asked> {
  const { cancellationSignal: signal } = Context.current();
  const reply = await callEndpoint({
    endpoint,
    name: action.endpoint,
    path: action.path,
    method: 'POST',
    body: JSON.stringify(request.body),
    requestId: id,
    secret,
    timeoutMs,
    now: now(),
    signal,
  });
  if (signal.aborted) throw workerStopping();
  if (reply.kind !== 'ANSWERED') return reply;
  if (!isStorableJson(reply.body)) return failed(action, 'its response cannot be stored');
  const read = readResponse(action, reply.body, questions);
  if ('fault' in read) return failed(action, read.fault);
  return { kind: 'ANSWERED', values: read.values, responseHash: contentHash(reply.body) };
}

/** One request of a lookup. */
export interface SourceQuestion {
  action: DataLookupAction;
  request: LookupRequest;
  questions: QuestionTypes;
  id: string;
  timeoutMs: number;
}

const failed = ({ endpoint }: DataLookupAction, fault: string): Asked => ({
  kind: 'FAILED',
  message: `${endpoint}: ${fault}`,
});

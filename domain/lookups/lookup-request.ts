import type { DataLookupAction } from '../actions/configured-action.js';
import { contentHash } from '../ground/canonical-json.js';
import { grouped } from '../ground/grouped.js';
import type { Json } from '../ground/json.js';
import { type AnswerMap, entryOf, type LoopIteration } from '../intake/answers.js';
import { filled, placesIn } from '../runs/event-template.js';
import { answerAt } from './with-answer.js';

/** One request to a source: of the risk as a whole, or of an iteration. */
export interface LookupRequest {
  /** Null: of the risk as a whole. */
  iterationId: string | null;
  body: Json;
  /** SHA-256 of the source, the request and the paths that are read of the answer: equal requests are one question. */
  hash: string;
  /** Why there is nothing to send; null if there is. */
  lacks: string | null;
}

const ofAnswer = 'answer:';

/** The question ids that a lookup sends. */
export function sentQuestions({ send }: Pick<DataLookupAction, 'send'>): string[] {
  return [...new Set(placesIn(send).map((place) => place.slice(ofAnswer.length)))];
}

/** The requests of a lookup for some answers: one, or one for each iteration of its loop. */
export function lookupRequests(action: DataLookupAction, answers: AnswerMap): LookupRequest[] {
  if (action.each === undefined) return [requestFor(action, answers, null)];
  const loop = entryOf(answers, action.each);
  if (loop?.type !== 'LOOP') return [];
  return loop.iterations.map((iteration) => requestFor(action, answers, iteration));
}

/** The requests for answers that a change alters: those that were not made before, or whose answers are missing. */
export function changedRequests(
  action: DataLookupAction,
  answers: AnswerMap,
  before: AnswerMap,
): LookupRequest[] {
  const earlier = new Set(lookupRequests(action, before).map(keyOf));
  const needed = Object.entries(action.fills).flatMap(([qid, { optional }]) => (optional ? [] : [qid]));
  const { each } = action;
  return lookupRequests(action, answers).filter(
    (request) =>
      !earlier.has(keyOf(request)) ||
      needed.some((qid) => answerAt(answers, { qid, each, iterationId: request.iterationId }) === undefined),
  );
}

/** Requests by what they ask: two iterations with the same answers are one question to a source. */
export function equalRequests(requests: readonly LookupRequest[]): [LookupRequest, ...LookupRequest[]][] {
  return [...grouped(requests, ({ hash }) => hash).values()];
}

const keyOf = ({ iterationId, hash }: LookupRequest) => `${iterationId} ${hash}`;

function requestFor(
  action: DataLookupAction,
  answers: AnswerMap,
  iteration: LoopIteration | null,
): LookupRequest {
  const read = (qid: string): string | undefined => {
    const entry = (iteration && entryOf(iteration.answers, qid)) ?? entryOf(answers, qid);
    return entry?.type === 'ANSWER' && entry.answer.trim() !== '' ? entry.answer : undefined;
  };
  const sent = sentQuestions(action);
  const isEmpty = sent.length > 0 && sent.every((qid) => read(qid) === undefined);
  const body = filled(action.send, (place) => read(place.slice(ofAnswer.length))) ?? null;
  const { endpoint, path } = action;
  const reads = Object.entries(action.fills).map(([qid, { from }]) => [qid, from]);
  return {
    iterationId: iteration?.iterationId ?? null,
    body,
    hash: contentHash({ endpoint, path, body, reads }),
    lacks: isEmpty ? `nothing to send: ${sent.map((qid) => `"${qid}"`).join(', ')} is not answered` : null,
  };
}

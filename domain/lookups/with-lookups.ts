import type { DataLookupAction } from '../actions/configured-action.js';
import type { AnswerMap } from '../intake/answers.js';
import type { QuestionTypes } from '../questions/question-types.js';
import type { SaidStop } from '../quote/stopped-quote.js';
import { compileReading } from '../rating/intake/asked-question.js';
import type { QuoteMessage } from '../rating/run/result.js';
import type { LookedUpValue } from './looked-up.js';
import { conflict, defaulted, stopOf } from './lookup-messages.js';
import { type LookupResult, resultsOf } from './lookup-result.js';
import { isSameAnswer } from './same-answer.js';
import { answerAt, withAnswer } from './with-answer.js';
import { isLookedUp } from './without-looked-up.js';

/** The lookups of an event, to be applied to the answers that it rates. */
export interface EventLookups {
  actions: ReadonlyMap<string, DataLookupAction>;
  results: readonly LookupResult[];
  questions: QuestionTypes;
  /** Whether an answer is one that the source or the product gave before, and no person typed. */
  isEarlier: (result: LookupResult, qid: string, answer: string) => boolean;
  now: Date;
  /** Whether what is sent has changed, so that what only the source answers is gone where it has no answer now. */
  forgets?: boolean;
}

/** Answers with those of their lookups, and what the quote says of them. */
export interface LookedUp {
  answers: AnswerMap;
  values: LookedUpValue[];
  messages: QuoteMessage[];
  /** A missing source that declines the quote, or refers it. */
  stops: SaidStop[];
}

const dayMs = 86_400_000;

/** Applies the lookups of an event to its answers. Nothing is asked here: the same results give the same answers. */
export function withLookups(answers: AnswerMap, lookups: EventLookups): LookedUp {
  const looked: LookedUp = { answers, values: [], messages: [], stops: [] };
  for (const [action, result] of inOrder(answers, lookups)) {
    if (result.failure !== null && action.otherwise !== 'DEFAULT') {
      looked.stops.push(stopOf(action, action.otherwise, result));
    }
    for (const qid of Object.keys(action.fills)) applyFill(looked, lookups, { action, result, qid });
  }
  return looked;
}

/** By action and, of a loop, by iteration, whichever was answered first. */
function inOrder(answers: AnswerMap, { actions, results }: EventLookups): [DataLookupAction, LookupResult][] {
  return [...actions.values()].flatMap((action) => {
    const own = results.filter(({ actionId }) => actionId === action.id);
    return resultsOf(action, answers, own).map((result): [DataLookupAction, LookupResult] => [
      action,
      result,
    ]);
  });
}

interface Fill {
  action: DataLookupAction;
  result: LookupResult;
  qid: string;
}

function applyFill(looked: LookedUp, lookups: EventLookups, fill: Fill): void {
  const { action, result, qid } = fill;
  const declared = action.fills[qid];
  if (declared === undefined) return;
  const { iterationId } = result;
  const decided = decide(declared, lookups, {
    ...fill,
    before: answerAt(looked.answers, { qid, each: action.each, iterationId }),
  });
  const { value, before, basis } = decided;
  if (value !== undefined && value !== before) {
    looked.answers = withAnswer(looked.answers, { qid, answer: value, each: action.each, iterationId });
  }
  const place = { qid, ...(iterationId !== null && { iterationId }) };
  looked.values.push({ ...place, ...recordOf(fill, decided, lookups.now) });
  if (decided.other !== undefined)
    looked.messages.push({ ...conflict(action, declared.typed, qid), ...place });
  if (basis === 'DEFAULT' && value !== undefined && value !== '') {
    looked.messages.push({ ...defaulted(action, { qid, value, failure: result.failure }), ...place });
  }
}

/** Which answer counts, the one before, and the one that does not count where the source and a person differ. */
interface Decided {
  value: string | undefined;
  before: string | undefined;
  other: string | undefined;
  basis: LookedUpValue['basis'];
}

function decide(
  { typed, default: fallback }: DataLookupAction['fills'][string],
  { questions, isEarlier, forgets = false }: EventLookups,
  { result, qid, before }: Fill & { before: string | undefined },
): Decided {
  const isTyped =
    before !== undefined &&
    before !== fallback &&
    !isLookedUp(questions, qid) &&
    !isEarlier(result, qid, before);
  const own = isTyped ? before : undefined;
  const found = result.failure === null ? result.values[qid] : undefined;
  if (found === undefined) {
    if (own !== undefined) return { value: own, before, other: undefined, basis: 'TYPED' };
    const gone = forgets && before !== undefined && isLookedUp(questions, qid) ? '' : undefined;
    return { value: fallback ?? gone, before, other: undefined, basis: 'DEFAULT' };
  }
  const type = questions.get(qid);
  const differs = own !== undefined && type !== undefined && !isSameAnswer(compileReading(type), own, found);
  // One that is the same stays typed: a later answer of the source does not replace it unsaid.
  if (own !== undefined && (!differs || typed === 'KEEP')) {
    return { value: own, before, other: differs ? found : undefined, basis: 'TYPED' };
  }
  const basis = result.isReused ? 'REUSED' : 'SOURCE';
  return { value: found, before, other: differs ? own : undefined, basis };
}

/** What the quote keeps of an answer. */
function recordOf(
  { action, result }: Fill,
  { value, before, other, basis }: Decided,
  now: Date,
): Omit<LookedUpValue, 'qid' | 'iterationId'> {
  const { answeredAt, responseHash, requestHash, failure } = result;
  return {
    value: (value ?? before) || null,
    basis,
    source: action.endpoint,
    action: action.name,
    ...(answeredAt !== null && {
      answeredAt: answeredAt.toISOString(),
      ageDays: Math.max(0, Math.floor((now.getTime() - answeredAt.getTime()) / dayMs)),
    }),
    requestHash,
    ...(responseHash !== null && { responseHash }),
    ...(other !== undefined && { conflictsWith: other }),
    ...(failure !== null && { failure }),
  };
}

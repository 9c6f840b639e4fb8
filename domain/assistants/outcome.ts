import type { Json, JsonObject } from '../ground/json.js';
import { eventOutcomes } from './event-outcomes.js';
import { outside } from './outside.js';
import { listOf, objectOf } from './said.js';
import { day } from './words.js';

/** How an act ended: for the assistant, and what a program or the console needs of it. */
export interface OutcomeOfAct {
  /** Markdown. */
  text: string;
  result: JsonObject;
}

/** An act as it was previewed and carried out. */
export interface ActDone {
  operationId: string;
  /** What it was carried out with. */
  operation: JsonObject | null;
  /** What it moves, not negative; null: nothing. */
  money: string | null;
  currency: string | null;
}

/** What an operation has done, by its answer: in money and words. */
export function outcomeOf({ operationId, operation, ...moved }: ActDone, answer: unknown): OutcomeOfAct {
  const said = objectOf(answer as Json);
  const body = objectOf(operation?.body);
  switch (operationId) {
    case 'fireEvent':
      return outcomeOfEvent(said, body, moved);
    case 'createTask':
      return taskMade(said);
    case 'addClientNote':
    case 'addQuoteNote':
      return { text: 'The note is written.', result: {} };
    case 'decideAsUnderwriter':
      return { text: `The quote is ${body.isApproved === true ? 'approved' : 'declined'}.`, result: {} };
    default:
      return { text: '', result: {} };
  }
}

function taskMade({ id, title, dueOn, assignee, role }: JsonObject): OutcomeOfAct {
  const of = assignee ?? role;
  const who = typeof of === 'string' ? `, for ${outside(of, 80)}` : '';
  const due = typeof dueOn === 'string' ? `, due on ${day(dueOn)}` : '';
  return {
    text: `The task is made: ${outside(String(title), 300)}${who}${due} (id ${String(id)}).`,
    result: { taskId: String(id) },
  };
}

function outcomeOfEvent(
  { triggerRequestId, metadata }: JsonObject,
  { type, payload }: JsonObject,
  moved: Pick<ActDone, 'money' | 'currency'>,
): OutcomeOfAct {
  const made = objectOf(metadata);
  const quotes = listOf(made.quotes);
  const issued = objectOf(made.POLICY_CREATE);
  const policies = listOf(issued.policies);
  const client = made.client ?? issued.clientId;
  const text = eventOutcomes[String(type)]?.({ made, asked: objectOf(payload), ...moved }) ?? '';
  return {
    text: text === '' ? `The event is ${String(triggerRequestId)}.` : text,
    result: {
      ...(triggerRequestId !== undefined && { triggerRequestId }),
      ...(typeof client === 'string' && { clientId: client }),
      ...(quotes.length > 0 && { quoteIds: quotes.flatMap(({ requestId }) => requestId ?? []) }),
      ...(policies.length > 0 && { policyIds: policies.flatMap(({ policyId, id }) => policyId ?? id ?? []) }),
    },
  };
}

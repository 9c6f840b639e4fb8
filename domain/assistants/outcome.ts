import { isObject, type Json, type JsonObject } from '../ground/json.js';
import { outside } from './outside.js';
import { money } from './words.js';

/** How an act ended: for the assistant, and what a program or the console needs of it. */
export interface OutcomeOfAct {
  /** Markdown. */
  text: string;
  result: JsonObject;
}

const most = 10;

/** What an operation has done, by its answer. */
export function outcomeOf(operationId: string, answer: unknown): OutcomeOfAct {
  const said = isObject(answer) ? (answer as JsonObject) : {};
  if (operationId === 'fireEvent') return outcomeOfEvent(said);
  if (operationId === 'createTask' && typeof said.id === 'string')
    return { text: `The task is made (${said.id}).`, result: { taskId: said.id } };
  return { text: '', result: {} };
}

function outcomeOfEvent({ triggerRequestId, metadata }: JsonObject): OutcomeOfAct {
  const made = isObject(metadata) ? (metadata as JsonObject) : {};
  const quotes = listOf(made.quotes).slice(0, most);
  const issued = isObject(made.POLICY_CREATE) ? (made.POLICY_CREATE as JsonObject) : {};
  const policies = listOf(issued.policies).slice(0, most);
  const client = made.client ?? issued.clientId;
  return {
    text: [
      ...policies.map(policyInWords),
      ...quotes.map(quoteInWords),
      `The event is ${String(triggerRequestId)}.`,
    ].join('\n'),
    result: {
      ...(triggerRequestId !== undefined && { triggerRequestId }),
      ...(typeof client === 'string' && { clientId: client }),
      ...(quotes.length > 0 && { quoteIds: quotes.flatMap(({ requestId }) => requestId ?? []) }),
      ...(policies.length > 0 && { policyIds: policies.flatMap(({ policyId, id }) => policyId ?? id ?? []) }),
    },
  };
}

const listOf = (value: Json | undefined): JsonObject[] =>
  (Array.isArray(value) ? value.filter(isObject) : []) as JsonObject[];

const policyInWords = ({ policyId, id, policyNumber }: JsonObject): string =>
  `- policy ${outside(String(policyNumber))} is issued (id ${String(policyId ?? id)})`;

function quoteInWords({
  requestId,
  bindable,
  requiresUnderwriterApproval,
  quoteDetails,
  lineName,
}: JsonObject) {
  const details = isObject(quoteDetails) ? (quoteDetails as JsonObject) : {};
  const premium = isObject(details.premium) ? (details.premium as JsonObject) : {};
  const amount = premium.totalPremium ?? premium.premium;
  const price = typeof amount === 'number' ? `: ${money(amount, String(premium.currency ?? 'USD'))}` : '';
  const state =
    requiresUnderwriterApproval === true
      ? ', waits for an underwriter'
      : bindable === true
        ? ', can be bound'
        : '';
  return `- quote ${String(requestId)}${lineName === undefined ? '' : ` ${outside(String(lineName))}`}${price}${state}`;
}

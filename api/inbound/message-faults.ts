import {
  type ConfiguredAction,
  type InboundWaitAction,
  isThirdParty,
  type ThirdPartyAction,
} from '../../domain/actions/configured-action.js';
import { type SchemaProblem, schemaProblems } from '../../domain/actions/payload-schema.js';
import { carrierAnswerIn } from '../../domain/carrier/carrier-answer.js';
import { inputProblems, planInputProblems } from '../../domain/carrier/carrier-inputs.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { parsed, tooManyErrors } from '../../domain/ground/parse.js';
import { fieldErrorsOf } from '../errors/zod-errors.js';

export type MessageFault = SchemaProblem;

/** As many as are listed. */
const most = 10;

/**
 * What is wrong with a message for an action: a wait's schema and the answers it saves, a carrier's quote, or the inputs
 * of the plan that rates it. The paths are those of the payload.
 */
export function messageFaults(
  action: ConfiguredAction,
  payload: JsonObject,
  currency: string,
): MessageFault[] {
  if (isThirdParty(action)) return answerFaults(action, payload, currency);
  if (action.type !== 'INBOUND_WAIT') return [];
  const { payloadSchema } = action;
  const faults = payloadSchema === undefined ? [] : schemaProblems(payloadSchema, payload);
  return faults.length > 0 ? faults : inputProblems(payload, savedAnswers(action));
}

/** The answers that a wait saves with the event's client, as inputs from its message. */
export const savedAnswers = ({ clientAnswers }: InboundWaitAction) =>
  Object.entries(clientAnswers).map(([qid, from]) => ({ qid, from }));

function answerFaults(action: ThirdPartyAction, payload: JsonObject, currency: string): MessageFault[] {
  const answer = parsed(carrierAnswerIn(currency), payload, { nullIsAbsence: true });
  // A plan rates every answer but a declined one, whatever the form of the answer.
  if (action.type === 'THIRD_PARTY_RATING_ALGO' && answer?.data?.outcome !== 'DECLINED') {
    return planInputProblems(payload, action.inputs);
  }
  if (answer === undefined) return [{ path: [], detail: `the answer ${tooManyErrors}` }];
  if (answer.success) return [];
  return fieldErrorsOf(answer.error, 'body')
    .slice(0, most)
    .map(({ path = [], detail }) => ({ path: path.map(String), detail }));
}

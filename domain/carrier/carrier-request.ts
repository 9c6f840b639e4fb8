import type { EventEnvelope } from '../events/envelope.js';
import type { Json, JsonObject } from '../ground/json.js';
import type { AnswerMap } from '../intake/answers.js';

/** A carrier request as it is sent and stored; `docs/guides/third-party-rating.md` is its contract. */
export interface CarrierRequestContext {
  requestId: string;
  triggerRequestId: string;
  environment: string;
  productKey: string;
  carrierId: string;
  envelope: Pick<EventEnvelope, 'triggerRequestId' | 'lineId' | 'agencyCodes'>;
  question: { effectiveDate: string; intake: AnswerMap };
  /** The policy whose next term is asked for, and the agency codes of its expiring term. */
  renewal?: { expiring: JsonObject; agencyCodes: Json | undefined } | undefined;
  term: string;
  clientId?: string | undefined;
}

/** The request includes only the agency codes of this carrier. */
export function carrierRequest(context: CarrierRequestContext): JsonObject {
  const { envelope, question, renewal, clientId, carrierId } = context;
  return {
    requestId: context.requestId,
    triggerRequestId: envelope.triggerRequestId ?? context.triggerRequestId,
    environment: context.environment,
    lineId: envelope.lineId,
    productKey: context.productKey,
    effectiveDate: question.effectiveDate,
    term: context.term,
    ...(clientId !== undefined && { clientId }),
    intake: question.intake,
    agencyCodes:
      envelope.agencyCodes?.filter((codes) => codes.carrierId === carrierId) ?? renewal?.agencyCodes ?? [],
    ...(renewal !== undefined && { renewal: renewal.expiring }),
  };
}

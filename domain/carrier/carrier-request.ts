import type { GetQuotesEnvelope } from '../events/envelope.js';
import type { JsonObject } from '../ground/json.js';

/** A carrier request as it is sent and stored; `docs/guides/third-party-rating.md` is its contract. */
export interface CarrierRequestContext {
  requestId: string;
  triggerRequestId: string;
  environment: string;
  productKey: string;
  carrierId: string;
  envelope: GetQuotesEnvelope;
  term: string;
  clientId?: string | undefined;
}

/** The request includes only the agency codes of this carrier. */
export function carrierRequest(context: CarrierRequestContext): JsonObject {
  const { envelope, clientId, carrierId } = context;
  return {
    requestId: context.requestId,
    triggerRequestId: envelope.triggerRequestId ?? context.triggerRequestId,
    environment: context.environment,
    lineId: envelope.lineId,
    productKey: context.productKey,
    effectiveDate: envelope.payload.effectiveDate,
    term: context.term,
    ...(clientId !== undefined && { clientId }),
    intake: envelope.payload.intake,
    agencyCodes: (envelope.agencyCodes ?? []).filter((codes) => codes.carrierId === carrierId),
  };
}

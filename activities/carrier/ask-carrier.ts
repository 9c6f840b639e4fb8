import {
  type CarrierFailure,
  type CarrierOutcome,
  carrierFailure,
  carrierOutcomeOf,
  rawText,
} from '../../domain/carrier/carrier-outcome.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { noEndpoint, type OutboundAddress } from '../outbound/endpoints.js';
import { mayPass, type OutboundAnswer, OutboundFailure, postJson } from '../outbound/post-json.js';
import { signedHeaders } from '../outbound/signed-headers.js';

export interface CarrierCall {
  /** Undefined: the product may call none of this name. */
  endpoint: OutboundAddress | undefined;
  name: string;
  path: string;
  timeoutMs: number;
  requestId: string;
  /** The secret that signs the request. */
  secret: string;
  body: JsonObject;
  now: Date;
  signal?: AbortSignal;
}

/** `LATER`: the carrier will answer through `POST /inbound`. `RETRY`: another attempt may succeed. */
export type CarrierReply = CarrierOutcome | { kind: 'LATER' } | { kind: 'RETRY'; failure: CarrierFailure };

/** Sends one request to a carrier. Every failure, a timeout too, is returned and not thrown. */
export async function askCarrier(call: CarrierCall): Promise<CarrierReply> {
  const { endpoint, name } = call;
  if (endpoint === undefined) return carrierFailure('CARRIER_UNAVAILABLE', noEndpoint(name));
  const body = JSON.stringify(call.body);
  const { requestId: id, secret, now, path, timeoutMs, signal } = call;
  try {
    const headers = { ...signedHeaders(body, { id, secret, now }), 'user-agent': 'ioi' };
    return replyOf(await postJson({ endpoint, path, body, headers, timeoutMs, signal }));
  } catch (error) {
    if (error instanceof OutboundFailure) return failureOf(error);
    throw error;
  }
}

function replyOf({ status, body }: OutboundAnswer): CarrierReply {
  if (status === 200) return carrierOutcomeOf(status, body);
  if (status === 202) return { kind: 'LATER' };
  const raw = rawText(status, body);
  if (mayPass(status)) {
    const said = carrierFailure('CARRIER_UNAVAILABLE', `it answered with status ${status}`, raw);
    return { kind: 'RETRY', failure: said };
  }
  if (status >= 400) {
    return carrierFailure(
      'CARRIER_REFUSED',
      `it refused the request with status ${status}${reasonIn(raw)}`,
      raw,
    );
  }
  const redirect = status >= 300 && status < 400 ? '; redirects are not followed' : '';
  return carrierFailure('CARRIER_ANSWER_MALFORMED', `it answered with status ${status}${redirect}`, raw);
}

function failureOf({ fault, message }: OutboundFailure): CarrierReply {
  switch (fault) {
    case 'ADDRESS_REFUSED':
      return carrierFailure('CARRIER_UNAVAILABLE', message);
    case 'TOO_LARGE':
    case 'ENCODED':
      return carrierFailure('CARRIER_ANSWER_MALFORMED', message);
    case 'TIMEOUT':
    case 'NETWORK':
      return { kind: 'RETRY', failure: carrierFailure('CARRIER_UNAVAILABLE', message) };
  }
}

/** The reason in a problem document or a similar body. */
function reasonIn({ body }: JsonObject): string {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return '';
  const { detail, message, messages } = body;
  const texts = [detail, message, ...(Array.isArray(messages) ? messages : [])];
  const reason = texts.filter((text) => typeof text === 'string').join('; ');
  return reason === '' ? '' : `: ${reason.slice(0, 500)}`;
}

import type { JsonObject } from '../../domain/ground/json.js';
import { noEndpoint, type OutboundAddress } from './endpoints.js';
import { mayPass, type OutboundAnswer, OutboundFailure, type OutboundMethod, postJson } from './post-json.js';
import { signedHeaders } from './signed-headers.js';

export interface EndpointCall {
  /** Undefined: the product may call none of this name. */
  endpoint: OutboundAddress | undefined;
  name: string;
  path: string;
  method: OutboundMethod;
  /** JSON text; empty for none. */
  body: string;
  /** The same for each attempt, so that the receiver recognizes a repeat. */
  requestId: string;
  /** The secret that signs the request. */
  secret: string;
  timeoutMs: number;
  now: Date;
  signal?: AbortSignal;
}

/** `RETRY`: another attempt may succeed. */
export type EndpointReply =
  | { kind: 'ANSWERED'; body: unknown }
  | { kind: 'RETRY' | 'FAILED'; message: string };

/** Calls a named endpoint once, signed. Every failure is returned and not thrown. */
export async function callEndpoint(call: EndpointCall): Promise<EndpointReply> {
  const { endpoint, name, path, method, body, timeoutMs, signal } = call;
  if (endpoint === undefined) return { kind: 'FAILED', message: noEndpoint(name) };
  const signed = signedHeaders(body, { id: call.requestId, secret: call.secret, now: call.now });
  try {
    const headers = { ...signed, 'user-agent': 'ioi', accept: 'application/json' };
    return replyOf(name, await postJson({ endpoint, path, method, body, headers, timeoutMs, signal }));
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    const passes = error.fault === 'TIMEOUT' || error.fault === 'NETWORK';
    return { kind: passes ? 'RETRY' : 'FAILED', message: `${name}: ${error.message}` };
  }
}

function replyOf(name: string, { status, body }: OutboundAnswer): EndpointReply {
  if (status >= 200 && status < 300) return answered(name, body);
  const message = `${name} answered with status ${status}`;
  return { kind: mayPass(status) ? 'RETRY' : 'FAILED', message };
}

function answered(name: string, body: string): EndpointReply {
  if (body.trim() === '') return { kind: 'ANSWERED', body: {} satisfies JsonObject };
  try {
    return { kind: 'ANSWERED', body: JSON.parse(body) };
  } catch {
    return { kind: 'FAILED', message: `${name} answered with a body that is not JSON` };
  }
}

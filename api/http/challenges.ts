import type { Request } from 'express';
import { pathOf } from './request.js';

/** Where assistants call, and the address of what they read to be allowed. */
export interface AssistantChallenge {
  path: string;
  resourceMetadataUrl: string;
}

const bearer = 'Bearer realm="ioi"';

/**
 * The challenges of a 401 (RFC 9110, section 11.6.1): both methods. To a script in a browser `Basic` is not offered:
 * the browser would open its own sign-in window, and the script would wait for it.
 * To an assistant it says where people allow it (RFC 9728, section 5.1).
 */
export function challengesFor(req: Request, assistants: AssistantChallenge | undefined): string {
  const { headers } = req;
  if (assistants !== undefined && pathOf(req) === assistants.path) {
    const isRefused = headers.authorization !== undefined;
    const why = isRefused ? ', error="invalid_token"' : '';
    return `${bearer}${why}, resource_metadata="${assistants.resourceMetadataUrl}"`;
  }
  const mode = headers['sec-fetch-mode'];
  const isScript = mode === undefined ? headers['x-requested-with'] !== undefined : mode !== 'navigate';
  return isScript ? bearer : `Basic realm="ioi", charset="UTF-8", ${bearer}`;
}

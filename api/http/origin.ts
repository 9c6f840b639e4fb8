import type { Origin } from '../../db/audit/record-audit.js';
import type { ApiRequest } from './request.js';
import { requestIdOf } from './request-id.js';

/** Where a request comes from, for the audit log. */
export function originOf(req: ApiRequest): Origin {
  return { requestId: requestIdOf(req), address: req.address ?? '' };
}

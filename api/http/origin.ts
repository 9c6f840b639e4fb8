import type { Request } from 'express';
import type { Origin } from '../../db/audit/record-audit.js';
import { requestIdOf } from './request-id.js';

/** Where a request comes from, for the audit log. */
export function originOf(req: Request): Origin {
  return { requestId: requestIdOf(req), address: req.ip ?? '' };
}

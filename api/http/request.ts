import type { Request } from 'express';
import type { LogIds } from '../telemetry/log-ids.js';
import type { Assistant, Caller } from './caller.js';

declare global {
  namespace Express {
    /** What middleware adds to a request, beside its `user`. */
    interface Request {
      /** Set by `InnerRequests` alone: nothing that a request sends becomes this. */
      assistant?: Assistant | undefined;
      /** The caller, of a request without credentials: set by `InnerRequests` alone, too. */
      actsAs?: Caller | undefined;
      /** What its log lines have. */
      ids?: LogIds;
      /** Answers when it is the turn of the caller's organization. */
      turn?: (work: () => Promise<void>) => Promise<void>;
      /** Ends the turn: the request only waits from then on. */
      endTurn?: () => void;
      /** With an `Idempotency-Key`: answers the request, or repeats its answer. `body` is what was sent, `work` answers. */
      keyed?: (body: unknown, work: () => Promise<void>) => Promise<void>;
      /** With an `Idempotency-Key`: the id of the record that it creates, the same however often it is repeated. */
      operationId?: string;
      /** An earlier attempt under the same id may have done its work. */
      isRepeated?: boolean;
    }
  }
}

/** The path as it was sent, without the query, which may contain sensitive data. */
export function pathOf({ originalUrl }: Request): string {
  return originalUrl.split('?', 1)[0] ?? '';
}

import { type RawBuilder, raw } from 'objection';
import { theService } from '../../domain/ground/author.js';
import type { JsonObject } from '../../domain/ground/json.js';

/** Who made a record: a known author, else the caller that fired the event, else the service itself. */
export interface MadeBy {
  createdBy?: JsonObject | null | undefined;
  triggerRequestId?: string | null | undefined;
}

const author =
  'coalesce(?::jsonb, (select fired_by from events where trigger_request_id = ?::uuid), ?::jsonb)';

/** The author of a new row, for its column `created_by`. */
export function authorOf(by: MadeBy): RawBuilder {
  const { sql, bindings } = authorExpression(by);
  return raw(sql, bindings as never);
}

/** The same, for a statement without a model. */
export function authorExpression({ createdBy, triggerRequestId }: MadeBy) {
  const known = createdBy ? JSON.stringify(createdBy) : null;
  return { sql: author, bindings: [known, triggerRequestId ?? null, JSON.stringify(theService)] };
}

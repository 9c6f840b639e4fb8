import type { Knex } from 'knex';
import type { Actor } from '../../domain/ground/actor.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { type AuditedAction, auditedActions } from './actions.js';

/** The request that led to an entry. */
export interface Origin {
  requestId: string;
  address: string;
}

/** Who did something, and by which request. */
export interface Who {
  /** Absent where the person is not known: a refused sign-in, demo data and tests. */
  by?: Actor | undefined;
  /** Absent for commands. */
  origin?: Origin | undefined;
}

export interface AuditEntry extends Who {
  action: AuditedAction;
  /** Whose audit log it belongs to; null for the operators' only. */
  organizationId: string | null;
  targetId?: string | undefined;
  /** Never secrets. */
  details?: JsonObject;
  /** How often it happened within a minute; default once. */
  occurrences?: number;
}

/** Adds entries to the audit log: in the transaction of the change that they record. */
export async function recordAudit(db: Knex, ...entries: AuditEntry[]): Promise<void> {
  await db('audit_log').insert(
    entries.map(({ action, organizationId, by, targetId, details = {}, origin, occurrences = 1 }) => ({
      organization_id: organizationId,
      action,
      occurrences,
      details: JSON.stringify({ ...details, ...throughAssistant(by) }),
      actor_kind: by?.kind ?? 'NOBODY',
      actor_id: actorIdOf(by),
      actor_name: by?.name ?? null,
      target_kind: targetId === undefined ? null : auditedActions[action].target,
      target_id: targetId ?? null,
      request_id: origin?.requestId ?? null,
      address: origin?.address ?? null,
    })),
  );
}

/** An act of an assistant names it, and the person who released it. */
function throughAssistant({ assistant, releasedBy }: Partial<Actor> = {}): JsonObject {
  return { ...(assistant !== undefined && { assistant }), ...(releasedBy && { releasedBy }) };
}

/** The id of a person, a key, or an operator's account. */
function actorIdOf(by: Actor | undefined): string | null {
  return by?.personId ?? by?.apiKey ?? by?.name ?? null;
}

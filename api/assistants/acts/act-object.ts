import type { AssistantAct } from '../../../db/models/assistant-act.js';
import type { ActState } from '../../../domain/assistants/act.js';
import type { ActView } from './schemas.js';

/** An act as its organization reads it. */
export function actObject(act: AssistantAct): ActView {
  const { id, title, changes, tool, operationId, author, money, currency, actedAt, expiresAt } = act;
  const { decidedAt, decidedBy, endedAt, result } = act;
  return {
    id,
    state: act.state as ActState,
    title,
    changes,
    tool,
    operation: operationId,
    money: money === null || currency === null ? undefined : { amount: money, currency },
    about: {
      clientId: act.clientId ?? undefined,
      quoteId: act.quoteId ?? undefined,
      policyId: act.policyId ?? undefined,
    },
    askedBy: author,
    askedTimestamp: (actedAt ?? act.createdAt).toISOString(),
    expiresTimestamp: act.state === 'WAITING' ? expiresAt.toISOString() : undefined,
    decidedBy: decidedBy ?? undefined,
    decidedTimestamp: decidedAt?.toISOString(),
    reason: act.reason ?? undefined,
    endedTimestamp: endedAt?.toISOString(),
    outcome: act.outcome ?? undefined,
    result: result ?? undefined,
  };
}

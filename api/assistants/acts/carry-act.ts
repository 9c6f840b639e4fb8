import { endAct } from '../../../db/assistants/acts.js';
import type { Database } from '../../../db/database.js';
import type { AssistantAct } from '../../../db/models/assistant-act.js';
import { outcomeOf } from '../../../domain/assistants/outcome.js';
import { refusalInWords } from '../../../domain/assistants/refused.js';
import { contentHash } from '../../../domain/ground/canonical-json.js';
import type { Asked, Operations, OperationRefused as Refused } from '../operations.js';
import { OperationRefused } from '../operations.js';
import type { Preview } from '../tool.js';

/** What a preview was made of, in a form that is compared. */
export const basisOf = ({ basis }: Pick<Preview, 'basis'>): string => contentHash(basis);

/** The request may succeed later, or has succeeded without an answer: the act goes on. */
const goesOn = ({ problem: { status, code } }: Refused): boolean =>
  status >= 500 || status === 429 || status === 408 || code === 'IDEMPOTENCY_KEY_BUSY';

/**
 * Carries out the operation of an act that runs, once however often this is called: its `Idempotency-Key` is the act's id, and so
 * is the id of the event that it fires. Answers the act as it is afterwards: one without an answer still runs.
 */
export async function carryAct(
  { db, now }: { db: Database; now: () => Date },
  act: AssistantAct,
  operations: Operations,
): Promise<AssistantAct | undefined> {
  const { id, operation, operationId } = act;
  if (act.state !== 'RUNNING' || operation === null) return act;
  try {
    const asked = operation as Asked;
    const headers = { 'idempotency-key': id };
    const answer = await operations.untilDone().call<unknown>(operationId, { ...asked, headers });
    const { text: outcome, result } = outcomeOf(act, answer);
    const { clientId } = result;
    const of = typeof clientId === 'string' ? { clientId } : {};
    return await endAct(db, id, { state: 'DONE', outcome, result, ...of, now: now() });
  } catch (error) {
    if (!(error instanceof OperationRefused)) throw error;
    if (goesOn(error)) return act;
    return endAct(db, id, { state: 'FAILED', outcome: refusalInWords(error.problem), now: now() });
  }
}

import { followedAct } from '../../db/assistants/acts.js';
import type { ActState } from '../../domain/assistants/act.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { asActivity } from '../ground/failures.js';

/** Where an act is; small and without personal data, because its workflow's history has it. */
export interface ActStep {
  /** Null if it was erased with its client. */
  state: ActState | null;
  /** Until a person has to have decided; absent: it does not wait for one. */
  waitMs?: number;
}

/** Reads where an act is, and expires it if nobody has decided in time. */
export function createFollowAct({ db, now }: ActivityDependencies) {
  return (actId: string): Promise<ActStep> =>
    asActivity(async () => {
      const at = now();
      const act = await followedAct(db, actId, at);
      if (act === undefined || act.state === 'PREVIEWED') return { state: null };
      const { state, expiresAt } = act;
      return state === 'WAITING' ? { state, waitMs: expiresAt.getTime() - at.getTime() } : { state };
    });
}

import type { Database } from '../../../db/database.js';
import { endSession, readSessions } from '../../../db/identity/sessions.js';
import { signOutUser } from '../../../db/identity/user-changes.js';
import type { Session } from '../../../db/models/session.js';
import { administrator } from '../../administration/rules.js';
import { Conflict, NotFound } from '../../errors/app-error.js';
import { type Caller, personOf } from '../../http/caller.js';
import { auditOf } from '../../http/person.js';
import type { SessionView } from './schemas.js';
import { type SessionSettings, usedSince } from './session-settings.js';

/** Sessions as their people and administrators see and end them. */
export class SessionLists {
  constructor(private readonly uses: { db: Database; now: () => Date; settings: SessionSettings }) {}

  async listOwn(caller: Caller): Promise<{ sessions: SessionView[] }> {
    return this.#list(ownOf(caller), caller.sessionId);
  }

  async endOwn(caller: Caller, sessionId: string): Promise<void> {
    const which = { ...ownOf(caller), sessionId };
    if (!(await endSession(this.uses.db, which, auditOf(caller)))) throw new NotFound('session', sessionId);
  }

  /** Those of somebody of the caller's organization. */
  async listOf(caller: Caller, personId: string): Promise<{ sessions: SessionView[] }> {
    return this.#list({ organizationId: caller.organizationId, personId }, caller.sessionId);
  }

  async endOf(caller: Caller, personId: string, sessionId: string): Promise<void> {
    const which = { organizationId: caller.organizationId, personId, sessionId };
    if (!(await endSession(this.uses.db, which, administrator(caller)))) {
      throw new NotFound('session', sessionId);
    }
  }

  /** Ends the caller's own session, which the request came with. `authenticate` takes the cookie away. */
  async signOut(caller: Caller): Promise<void> {
    const { sessionId } = caller;
    if (sessionId === undefined) throw new Conflict('the request came with no session that could end');
    await this.endOwn(caller, sessionId);
  }

  /** Ends all sessions and tokens of the caller. */
  async signOutEverywhere(caller: Caller): Promise<void> {
    await signOutUser(this.uses.db, ownOf(caller), auditOf(caller));
  }

  async #list(
    which: { organizationId: string; personId: string },
    current: string | undefined,
  ): Promise<{ sessions: SessionView[] }> {
    const now = this.uses.now();
    const found = await readSessions(this.uses.db, which, {
      now,
      usedSince: usedSince(now, this.uses.settings),
    });
    if (found === undefined) throw new NotFound('user', which.personId);
    return { sessions: found.map((session) => sessionView(session, current)) };
  }
}

/** A session as REST shows it. `current`: the id of that of the request. */
export function sessionView(session: Session, current?: string): SessionView {
  const { id, personId, method, address, userAgent, createdAt, lastUsedAt, endsAt } = session;
  return {
    sessionId: id,
    personId,
    method,
    address,
    userAgent,
    isCurrent: id === current,
    createdTimestamp: createdAt.toISOString(),
    lastUsedTimestamp: lastUsedAt.toISOString(),
    endsTimestamp: endsAt.toISOString(),
  };
}

const ownOf = (caller: Caller): { organizationId: string; personId: string } => ({
  organizationId: caller.organizationId,
  personId: personOf(caller, 'an API key has no sessions'),
});

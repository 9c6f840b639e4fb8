import type { Request, Response } from 'express';
import type { Database } from '../../../db/database.js';
import { nameOfPerson } from '../../../db/identity/people.js';
import type { ProviderSession } from '../../../db/identity/provider-sessions.js';
import { generateSecret } from '../../../db/identity/secrets.js';
import {
  beginSession,
  deleteEndedSessions,
  endSession,
  findSession,
  readSessions,
} from '../../../db/identity/sessions.js';
import { signOutUser } from '../../../db/identity/user-changes.js';
import type { Person } from '../../../db/models/person.js';
import type { Session, SignInMethod } from '../../../db/models/session.js';
import type { Actor } from '../../../domain/ground/actor.js';
import { administrator } from '../../administration/rules.js';
import { Conflict, NotFound, Unauthorized } from '../../errors/app-error.js';
import type { Caller, Verified } from '../../http/caller.js';
import { originOf } from '../../http/origin.js';
import { auditOf, callerOfPerson } from '../../http/person.js';
import { HostCookie } from './cookie.js';
import { whyNotOwnPage } from './own-page.js';
import type { SessionView } from './schemas.js';

export interface SessionSettings {
  /** A session that is not used for so long ends. */
  idleMinutes: number;
  /** A session ends after so long, however much it is used. */
  hours: number;
  /** Where people reach the service. */
  publicUrl?: string | undefined;
}

export interface SessionDependencies {
  db: Database;
  now: () => Date;
  settings: SessionSettings;
  checks: SessionChecks;
}

/** Whether sessions that an identity provider began go on. */
export interface SessionChecks {
  /** Until when that is known; undefined: it has not to be asked. */
  holdsUntil(session: Session, secret: string): Promise<Date | 'ENDED' | undefined>;
}

/** How a session begins. */
export interface Beginning {
  method: SignInMethod;
  /** It ends then at the latest. */
  endsBy?: Date;
  /** Ties it to an identity provider. */
  tie?: (secret: string) => ProviderSession;
}

/** Longer ones are cut: it only tells people their browsers apart. */
const longestUserAgent = 300;

/** Sessions in a browser, which holds the secret of each in a cookie. All processes share them by the database. */
export class Sessions {
  readonly #cookie: HostCookie;

  constructor(private readonly uses: SessionDependencies) {
    this.#cookie = new HostCookie('session', uses.settings.publicUrl);
  }

  /** The secret of a request's session. Throws if the request is not believed to come from a page of this service. */
  secretOf(req: Request): string | undefined {
    const secret = this.#cookie.read(req);
    if (secret !== undefined) this.requireOwnPage(req);
    return secret;
  }

  requireOwnPage(req: Request): void {
    const why = whyNotOwnPage(req, this.uses.settings.publicUrl);
    if (why !== undefined) throw new Unauthorized(why);
  }

  /** The caller of a session that goes on. */
  async verify(secret: string): Promise<Verified | undefined> {
    const session = await findSession(this.uses.db, secret);
    if (!session?.person) return undefined;
    const { endsAt, lastUsedAt, id: sessionId, person } = session;
    const now = this.uses.now();
    if (now >= endsAt || lastUsedAt <= this.#usedSince(now)) return undefined;
    const holds = await this.uses.checks.holdsUntil(session, secret);
    if (holds === 'ENDED') return undefined;
    // The provider may have been asked again, and have stated other roles.
    const current = holds === undefined ? person : (await findSession(this.uses.db, secret))?.person;
    if (!current) return undefined;
    const expiresAtMs = Math.min(endsAt.getTime(), holds?.getTime() ?? Infinity);
    return { caller: { ...callerOfPerson(current), sessionId }, expiresAtMs };
  }

  /** Begins a session of somebody who has signed in, under a new secret, and ends the one that the browser had. */
  async begin(
    req: Request,
    res: Response,
    person: Person,
    { method, endsBy, tie }: Beginning,
  ): Promise<Session> {
    const secret = generateSecret();
    const now = this.uses.now();
    const latest = now.getTime() + this.uses.settings.hours * 3_600_000;
    const origin = originOf(req);
    const by: Actor = { kind: 'USER', name: nameOfPerson(person), personId: person.id };
    const session = await beginSession(
      this.uses.db,
      {
        person,
        secret,
        method,
        replaces: this.#cookie.read(req),
        address: origin.address,
        userAgent: (req.headers['user-agent'] ?? '').slice(0, longestUserAgent),
        createdAt: now,
        endsAt: new Date(Math.min(latest, endsBy?.getTime() ?? latest)),
        tie: tie?.(secret),
      },
      { by, origin },
    );
    this.#cookie.set(req, res, secret);
    return session;
  }

  /** Ends the caller's own session, which the request came with. */
  async signOut(caller: Caller, req: Request, res: Response): Promise<void> {
    const { sessionId } = caller;
    if (sessionId === undefined) throw new Conflict('the request came with no session that could end');
    await this.endOwn(caller, sessionId);
    this.#cookie.clear(req, res);
  }

  /** Ends all sessions and tokens of the caller. */
  async signOutEverywhere(caller: Caller, req: Request, res: Response): Promise<void> {
    const { sessionId } = caller;
    await signOutUser(this.uses.db, ownOf(caller), auditOf(caller));
    if (sessionId !== undefined) this.#cookie.clear(req, res);
  }

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

  view(session: Session, current?: string): SessionView {
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

  async deleteEnded(): Promise<void> {
    const now = this.uses.now();
    await deleteEndedSessions(this.uses.db, { now, usedSince: this.#usedSince(now) });
  }

  async #list(
    which: { organizationId: string; personId: string },
    current: string | undefined,
  ): Promise<{ sessions: SessionView[] }> {
    const now = this.uses.now();
    const found = await readSessions(this.uses.db, which, { now, usedSince: this.#usedSince(now) });
    if (found === undefined) throw new NotFound('user', which.personId);
    return { sessions: found.map((session) => this.view(session, current)) };
  }

  #usedSince(now: Date): Date {
    return new Date(now.getTime() - this.uses.settings.idleMinutes * 60_000);
  }
}

function ownOf({ organizationId, personId }: Caller): { organizationId: string; personId: string } {
  if (personId === undefined) throw new Conflict('an API key has no sessions');
  return { organizationId, personId };
}

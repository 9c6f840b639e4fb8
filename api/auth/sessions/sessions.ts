import type { Request, Response } from 'express';
import type { Database } from '../../../db/database.js';
import { type PasswordsOff, passwordsAreOff } from '../../../db/identity/passwords-off.js';
import { nameOfPerson } from '../../../db/identity/people.js';
import type { ProviderTie } from '../../../db/identity/provider-sessions.js';
import { generateSecret } from '../../../db/identity/secrets.js';
import { beginSession, deleteEndedSessions, findSession } from '../../../db/identity/sessions.js';
import type { Person } from '../../../db/models/person.js';
import type { Session, SignInMethod } from '../../../db/models/session.js';
import type { Actor } from '../../../domain/ground/actor.js';
import { Unauthorized } from '../../errors/app-error.js';
import type { Verified } from '../../http/caller.js';
import { originOf } from '../../http/origin.js';
import { callerOfPerson } from '../../http/person.js';
import { HostCookie } from './cookie.js';
import { whyNotOwnPage } from './own-page.js';
import { type SessionSettings, usedSince } from './session-settings.js';

export interface SessionDependencies {
  db: Database;
  now: () => Date;
  settings: SessionSettings;
  checks: SessionChecks;
  passwordsOff: PasswordsOff;
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
  tie?: (secret: string) => ProviderTie;
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

  /** Takes the cookie from the browser. */
  forget(req: Request, res: Response): void {
    this.#cookie.clear(req, res);
  }

  /**
   * The caller of a session that goes on. `asks`: false to sign out, for which no identity provider has to vouch: it may be
   * away. That is not to be remembered.
   */
  async verify(secret: string, { asks = true } = {}): Promise<Verified | undefined> {
    const session = await findSession(this.uses.db, secret);
    if (!session?.person) return undefined;
    const { endsAt, lastUsedAt, id: sessionId, person, method } = session;
    // Passwords were switched off since.
    if (method === 'PASSWORD' && passwordsAreOff(this.uses.passwordsOff, person.organizationId))
      return undefined;
    const now = this.uses.now();
    if (now >= endsAt || lastUsedAt <= usedSince(now, this.uses.settings)) return undefined;
    if (!asks) return { caller: { ...callerOfPerson(person), sessionId }, expiresAtMs: now.getTime() };
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

  async deleteEnded(): Promise<void> {
    const now = this.uses.now();
    await deleteEndedSessions(this.uses.db, { now, usedSince: usedSince(now, this.uses.settings) });
  }
}

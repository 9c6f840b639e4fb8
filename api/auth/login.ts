import { randomBytes } from 'node:crypto';
import { type Origin, recordAudit } from '../../db/audit/record-audit.js';
import type { Database } from '../../db/database.js';
import { hashPassword, verifyPassword } from '../../db/identity/passwords.js';
import { findUserForLogin } from '../../db/identity/people.js';
import { comparableUserId } from '../../db/identity/sign-in-counters.js';
import type { Actor } from '../../domain/ground/actor.js';
import type { AuditNotes } from '../audit/audit-notes.js';
import { TooManyRequests, Unauthorized } from '../errors/app-error.js';
import type { LoginLimiter } from './login-limiter.js';
import type { TokenPair, Tokens } from './tokens.js';

export interface LoginDependencies {
  db: Database;
  tokens: Tokens;
  limiter: LoginLimiter;
  audit: Pick<AuditNotes, 'note'>;
}

/** Signs users in by user id and password (spec 5). */
export class Login {
  readonly #db: Database;
  readonly #tokens: Tokens;
  readonly #limiter: LoginLimiter;
  readonly #audit: LoginDependencies['audit'];
  /** Made at once, so that the first unknown user takes no longer than others. */
  readonly #hashOfNobody = hashPassword(randomBytes(16).toString('hex'));

  constructor({ db, tokens, limiter, audit }: LoginDependencies) {
    this.#db = db;
    this.#tokens = tokens;
    this.#limiter = limiter;
    this.#audit = audit;
  }

  /**
   * Tokens for a user id and its password. Neither the answer nor its time tells an unknown user, a wrong
   * password and a disabled user apart.
   */
  async signIn({
    userId,
    password,
    origin,
  }: {
    userId: string;
    password: string;
    origin: Origin;
  }): Promise<TokenPair> {
    const [person, comparable] = await Promise.all([
      findUserForLogin(this.#db, userId),
      comparableUserId(this.#db, userId),
    ]);
    const user = person?.id ?? comparable;
    const { address } = origin;
    // The user id of nobody is not recorded: it may be a password in the wrong field.
    const about = { organizationId: person?.organizationId ?? null, targetId: person?.id, origin };
    const waitSeconds = await this.#limiter.begin({ user, address });
    if (waitSeconds !== undefined) {
      this.#audit.note({ action: 'SIGN_IN_LIMITED', ...about });
      throw new TooManyRequests('too many failed logins; try again later', waitSeconds, 'SIGN_IN_LIMITED');
    }
    const matches = await verifyPassword(person?.passwordHash ?? (await this.#hashOfNobody), password);
    if (!person || !matches || person.disabledAt !== null) {
      this.#audit.note({ action: 'SIGN_IN_REFUSED', ...about });
      throw new Unauthorized('the user id or the password is wrong');
    }
    await this.#limiter.succeeded({ user, address });
    const name = [person.firstName, person.lastName].filter(Boolean).join(' ');
    const by: Actor = { kind: 'USER', name: name || person.userId, personId: person.id };
    await recordAudit(this.#db, { action: 'SIGNED_IN', ...about, by });
    return this.#tokens.issue({
      personId: person.id,
      organizationId: person.organizationId,
      name,
      tokenGeneration: person.tokenGeneration,
    });
  }
}

import { randomBytes } from 'node:crypto';
import type { Database } from '../../db/database.js';
import { hashPassword, verifyPassword } from '../../db/identity/passwords.js';
import { findUserForLogin } from '../../db/identity/people.js';
import { comparableUserId } from '../../db/identity/sign-in-counters.js';
import { TooManyRequests, Unauthorized } from '../errors/app-error.js';
import type { LoginLimiter } from './login-limiter.js';
import type { TokenPair, Tokens } from './tokens.js';

export interface LoginDependencies {
  db: Database;
  tokens: Tokens;
  limiter: LoginLimiter;
}

/** Signs users in by user id and password (spec 5). */
export class Login {
  readonly #db: Database;
  readonly #tokens: Tokens;
  readonly #limiter: LoginLimiter;
  /** Made at once, so that the first unknown user takes no longer than others. */
  readonly #hashOfNobody = hashPassword(randomBytes(16).toString('hex'));

  constructor({ db, tokens, limiter }: LoginDependencies) {
    this.#db = db;
    this.#tokens = tokens;
    this.#limiter = limiter;
  }

  /**
   * Tokens for a user id and its password. Neither the answer nor its time tells an unknown user, a wrong
   * password and a disabled user apart.
   */
  async signIn({
    userId,
    password,
    address,
  }: {
    userId: string;
    password: string;
    address: string;
  }): Promise<TokenPair> {
    const [person, comparable] = await Promise.all([
      findUserForLogin(this.#db, userId),
      comparableUserId(this.#db, userId),
    ]);
    const user = person?.id ?? comparable;
    const waitSeconds = await this.#limiter.begin({ user, address });
    if (waitSeconds !== undefined) {
      throw new TooManyRequests('too many failed logins; try again later', waitSeconds);
    }
    const matches = await verifyPassword(person?.passwordHash ?? (await this.#hashOfNobody), password);
    if (!person || !matches || person.disabledAt !== null) {
      throw new Unauthorized('the user id or the password is wrong');
    }
    await this.#limiter.succeeded({ user, address });
    return this.#tokens.issue({
      personId: person.id,
      organizationId: person.organizationId,
      name: [person.firstName, person.lastName].filter(Boolean).join(' '),
      tokenGeneration: person.tokenGeneration,
    });
  }
}

import { randomBytes } from 'node:crypto';
import { type Origin, recordAudit } from '../../db/audit/record-audit.js';
import type { Database } from '../../db/database.js';
import { hashPassword, verifyPassword } from '../../db/identity/passwords.js';
import { type PasswordsOff, passwordsAreOff } from '../../db/identity/passwords-off.js';
import { findUserForLogin } from '../../db/identity/people.js';
import { readUser } from '../../db/identity/read-identities.js';
import { comparableUserId } from '../../db/identity/sign-in-counters.js';
import { changePassword } from '../../db/identity/user-changes.js';
import type { Person } from '../../db/models/person.js';
import type { Actor } from '../../domain/ground/actor.js';
import type { AuditNotes } from '../audit/audit-notes.js';
import { BadRequest, Conflict, TooManyRequests, Unauthorized } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import { auditOf } from '../http/person.js';
import type { LoginLimiter } from './limits/login-limiter.js';
import type { SecondFactors } from './second-factor/second-factors.js';
import type { TokenPair, Tokens } from './tokens.js';

export interface LoginDependencies {
  db: Database;
  tokens: Tokens;
  limiter: LoginLimiter;
  /** Counts right passwords without a code. */
  askedForCode: Pick<LoginLimiter, 'count'>;
  audit: Pick<AuditNotes, 'note'>;
  passwordsOff: PasswordsOff;
  secondFactors: Pick<SecondFactors, 'check'>;
}

interface GivenPassword {
  userId: string;
  password: string;
  /** Of the second factor, if the person has one. */
  code?: string | undefined;
  origin: Origin;
}

/** Whether a code is needed beside the password, and which one was given. */
type CodeCheck = 'NOT_ASKED' | { code: string | undefined };

/** Whoever asks goes on with the code, a few times; who does not may know the password only. */
export const askedForCodeLimits = {
  perUserAtAddress: 30,
  perUser: 100,
  perAddress: 1000,
  windowMs: 5 * 60_000,
};

/** Signs users in by user id and password (spec 5). */
export class Login {
  /** Made at once, so that the first unknown user takes no longer than others. */
  readonly #hashOfNobody = hashPassword(randomBytes(16).toString('hex'));

  constructor(private readonly uses: LoginDependencies) {}

  /** Tokens for a user id and its password. */
  async signIn(given: GivenPassword): Promise<TokenPair> {
    const person = await this.personOf(given);
    const by: Actor = { kind: 'USER', name: nameOf(person) || person.userId, personId: person.id };
    const { organizationId, id: targetId } = person;
    const { origin } = given;
    await recordAudit(this.uses.db, { action: 'SIGNED_IN', organizationId, targetId, origin, by });
    return this.tokensOf(person);
  }

  /**
   * The person who has that user id and password; the caller records the sign-in. Neither the answer nor its time tells an
   * unknown user, a wrong password and a disabled user apart (401).
   */
  async personOf({ userId, password, code, origin }: GivenPassword): Promise<Person> {
    if (this.uses.passwordsOff === 'ALL') throw new Unauthorized('passwords are switched off');
    const [person, comparable] = await Promise.all([
      findUserForLogin(this.uses.db, userId),
      comparableUserId(this.uses.db, userId),
    ]);
    const user = person?.id ?? comparable;
    const verified = await this.#verified({ person, user, password, check: { code }, origin });
    if (!verified) throw new Unauthorized('the user id, the password or the code is wrong');
    if (verified === 'CODE_MISSING') {
      throw new Unauthorized('the code of the second factor is needed', { code: 'SECOND_FACTOR_NEEDED' });
    }
    return verified;
  }

  /**
   * Replaces the caller's password, with the code of their second factor if they have one, and ends their tokens and sessions.
   * Returns the person with new tokens.
   */
  async changePassword(
    caller: Caller,
    { newPassword, ...given }: { password: string; newPassword: string; code?: string | undefined },
  ): Promise<{ person: Person; tokens: TokenPair }> {
    const { id: personId, organizationId } = await this.oneself(caller, given, { withCode: true });
    const which = { organizationId, personId };
    const changed = await changePassword(this.uses.db, which, newPassword, auditOf(caller));
    if (!changed || changed.disabledAt !== null) throw new Unauthorized();
    return { person: changed, tokens: await this.tokensOf(changed) };
  }

  /** The caller, who has stated the present password, and a code if it is asked for. A wrong one is 400, and counted. */
  async oneself(
    caller: Caller,
    { password, code }: { password: string; code?: string | undefined },
    { withCode = false }: { withCode?: boolean } = {},
  ): Promise<Person> {
    const { organizationId, personId, origin } = caller;
    if (personId === undefined || !origin) throw new Conflict('an API key has no password');
    if (passwordsAreOff(this.uses.passwordsOff, organizationId)) {
      throw new Conflict('passwords are switched off');
    }
    const person = await readUser(this.uses.db, { organizationId, personId });
    if (person?.passwordHash === null) {
      throw new Conflict('the user has no password, and signs in through an identity provider');
    }
    const check = withCode ? { code } : 'NOT_ASKED';
    const verified = await this.#verified({ person, user: personId, password, check, origin });
    if (verified === 'CODE_MISSING') {
      throw new BadRequest([{ field: 'code', detail: 'is needed: you have a second factor' }]);
    }
    if (verified) return verified;
    const detail = code === undefined ? 'is not the present password' : 'or the code is wrong';
    throw new BadRequest([{ field: 'password', detail }]);
  }

  /**
   * The person, if the password is theirs and they may sign in. A failure is counted and noted. `'CODE_MISSING'`: the password
   * is right, and a code is needed beside it.
   */
  async #verified({
    person,
    user,
    password,
    check,
    origin,
  }: {
    person: Person | undefined;
    user: string;
    password: string;
    check: CodeCheck;
    origin: Origin;
  }): Promise<Person | 'CODE_MISSING' | undefined> {
    const { address } = origin;
    // The user id of nobody is not recorded: it may be a password in the wrong field.
    const about = { organizationId: person?.organizationId ?? null, targetId: person?.id, origin };
    const limit = (waitSeconds: number | undefined) => {
      if (waitSeconds === undefined) return;
      this.uses.audit.note({ action: 'SIGN_IN_LIMITED', ...about });
      throw new TooManyRequests('too many failed logins; try again later', waitSeconds, 'SIGN_IN_LIMITED');
    };
    limit(await this.uses.limiter.begin({ user, address }));
    const matches = await verifyPassword(person?.passwordHash ?? (await this.#hashOfNobody), password);
    const isOff = person !== undefined && passwordsAreOff(this.uses.passwordsOff, person.organizationId);
    const mayComeIn = person?.passwordHash && matches && !isOff && person.disabledAt === null;
    const code =
      mayComeIn && check !== 'NOT_ASKED' ? await this.#codeOf(person, check.code, origin) : 'RIGHT';
    if (code === 'MISSING') {
      await this.uses.limiter.goesOn({ user, address });
      const { waitSeconds, isFirst } = await this.uses.askedForCode.count({ user, address });
      const details = { reason: 'SECOND_FACTOR_MISSING' };
      if (isFirst) this.uses.audit.note({ action: 'SIGN_IN_REFUSED', ...about, details });
      limit(waitSeconds);
      return 'CODE_MISSING';
    }
    if (!mayComeIn || code === 'WRONG') {
      this.uses.audit.note({ action: 'SIGN_IN_REFUSED', ...about });
      return undefined;
    }
    await this.uses.limiter.succeeded({ user, address });
    return person;
  }

  #codeOf(person: Person, code: string | undefined, origin: Origin) {
    const by: Actor = { kind: 'USER', name: nameOf(person) || person.userId, personId: person.id };
    return this.uses.secondFactors.check(person.id, code, { by, origin });
  }

  /** New tokens of somebody who has just shown who they are. */
  tokensOf(person: Person): Promise<TokenPair> {
    const { id: personId, organizationId, tokenGeneration } = person;
    return this.uses.tokens.issue({ personId, organizationId, name: nameOf(person), tokenGeneration });
  }
}

const nameOf = ({ firstName, lastName }: Person): string => [firstName, lastName].filter(Boolean).join(' ');

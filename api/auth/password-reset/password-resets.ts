import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Origin } from '../../../db/audit/record-audit.js';
import type { Database } from '../../../db/database.js';
import { type PasswordsOff, passwordsAreOff } from '../../../db/identity/passwords-off.js';
import { findUserForLogin, nameOfPerson } from '../../../db/identity/people.js';
import { generateSecret } from '../../../db/identity/secrets.js';
import { comparableUserId } from '../../../db/identity/sign-in-counters.js';
import { changePassword } from '../../../db/identity/user-changes.js';
import type { Person } from '../../../db/models/person.js';
import {
  personOfLink,
  sendPasswordLink,
  takePasswordLink,
} from '../../../db/password-resets/password-resets.js';
import type { Actor } from '../../../domain/ground/actor.js';
import { BusinessTime } from '../../../domain/ground/business-time.js';
import { secretLifeMs } from '../../../domain/mail/purposes.js';
import type { AuditNotes } from '../../audit/audit-notes.js';
import { BadRequest, TooManyRequests } from '../../errors/app-error.js';
import type { LoginLimiter } from '../limits/login-limiter.js';

export interface PasswordResetDependencies {
  db: Database;
  now: () => Date;
  /** Where people reach the service. */
  serviceUrl: string;
  passwordsOff: PasswordsOff;
  /** By the address that asks. */
  addresses: Pick<LoginLimiter, 'begin'>;
  /** By the user who is asked for, in silence. */
  users: Pick<LoginLimiter, 'begin'>;
  audit: Pick<AuditNotes, 'note'>;
  log: Logger;
}

const others = { perUserAtAddress: Number.POSITIVE_INFINITY, perUser: Number.POSITIVE_INFINITY };
/** Who uses up the links of another does so no longer than these count. */
export const resetLimits = {
  addresses: { ...others, perAddress: 30, windowMs: 5 * 60_000 },
  users: { ...others, perUser: 3, perAddress: Number.POSITIVE_INFINITY, windowMs: secretLifeMs },
};

/** New passwords by mailed links. */
export class PasswordResets {
  readonly #underWay = new Set<Promise<void>>();

  constructor(private readonly uses: PasswordResetDependencies) {}

  /**
   * Has a link mailed, after the answer: neither the answer nor its time tells whether there is such a user. Throws (429)
   * for an address that has asked too often.
   */
  async request(userId: string, origin: Origin): Promise<void> {
    const { addresses, audit, log } = this.uses;
    const { address } = origin;
    const waitSeconds = await addresses.begin({ user: address, address });
    if (waitSeconds !== undefined) {
      audit.note({ action: 'SIGN_IN_LIMITED', organizationId: null, origin });
      throw new TooManyRequests('too many requests; try again later', waitSeconds, 'SIGN_IN_LIMITED');
    }
    const work = this.#send(userId, origin)
      .catch((error: unknown) => log.error({ err: error }, 'a link for a new password was not sent'))
      .finally(() => this.#underWay.delete(work));
    this.#underWay.add(work);
  }

  /** Waits for what was answered already. */
  async finish(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  /** Replaces the password by a link. Throws (400) if the link does not count any more. */
  async reset({ token, newPassword }: { token: string; newPassword: string }, origin: Origin): Promise<void> {
    const { db, now } = this.uses;
    const person = await personOfLink(db, { token, now: now() });
    if (!person || !this.#hasPassword(person)) throw linkIsOver();
    const { id: personId, organizationId } = person;
    const by: Actor = { kind: 'USER', name: nameOfPerson(person), personId };
    // In the transaction of the change, so that of two at once one counts.
    const check = async (trx: Parameters<typeof takePasswordLink>[0]) => {
      if (!(await takePasswordLink(trx, token))) throw linkIsOver();
    };
    await changePassword(db, { organizationId, personId }, newPassword, { by, origin, check });
  }

  async #send(userId: string, origin: Origin): Promise<void> {
    const { db, now, users, serviceUrl, audit } = this.uses;
    const [person, user] = await Promise.all([findUserForLogin(db, userId), comparableUserId(db, userId)]);
    const waitSeconds = await users.begin({ user, address: user });
    if (!person || !this.#hasPassword(person)) return;
    const { organizationId, id: targetId } = person;
    if (waitSeconds !== undefined) {
      return audit.note({ action: 'SIGN_IN_LIMITED', organizationId, targetId, origin });
    }
    const token = generateSecret();
    const link = {
      token,
      mailId: randomUUID(),
      expiresAt: new Date(now().getTime() + secretLifeMs),
      // After the hash, which no log and no other page gets to see.
      link: `${serviceUrl}/console/new-password#${token}`,
    };
    await sendPasswordLink(db, person, link, { origin, now: new BusinessTime(now()) });
  }

  #hasPassword({ passwordHash, disabledAt, organizationId }: Person): boolean {
    return (
      passwordHash !== null && disabledAt === null && !passwordsAreOff(this.uses.passwordsOff, organizationId)
    );
  }
}

const linkIsOver = () =>
  new BadRequest([{ field: 'token', detail: 'is no longer valid: the link was used, or is too old' }]);

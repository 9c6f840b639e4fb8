import { randomBytes } from 'node:crypto';
import type { Who } from '../../../db/audit/record-audit.js';
import type { Database } from '../../../db/database.js';
import {
  beginSecondFactor,
  confirmSecondFactor,
  findSecondFactor,
  removeSecondFactor,
  takeRecoveryCode,
  takeStep,
} from '../../../db/identity/second-factors.js';
import type { Person } from '../../../db/models/person.js';
import { BadRequest, Conflict, TooManyRequests } from '../../errors/app-error.js';
import { addressOf, base32, stepOfCode } from './time-codes.js';

/** Who knows the password guesses no more codes in a day, so that a million of them last. */
const wrongCodes = 10;
export const codeLimits = {
  perUserAtAddress: wrongCodes,
  perUser: wrongCodes,
  perAddress: wrongCodes,
  windowMs: 24 * 3_600_000,
};

const secretBytes = 20;
const recoveryCodeCount = 10;
const recoveryCodeBytes = 10;

interface Attempt {
  user: string;
  address: string;
}

/** As of `LoginLimiter`. */
interface CodeLimiter {
  begin(attempt: Attempt): Promise<number | undefined>;
  startOver(attempt: Attempt): Promise<void>;
}

/** Codes of an authenticator app beside the password, and recovery codes for who has lost it. */
export class SecondFactors {
  constructor(
    private readonly uses: {
      db: Database;
      now: () => Date;
      environment: string;
      /** Limits wrong codes. */
      codes: CodeLimiter;
    },
  ) {}

  /** Whether the person needs a code to sign in, and this one counts. Each counts once. */
  async check(
    personId: string,
    code: string | undefined,
    who: Who,
  ): Promise<'NOT_NEEDED' | 'RIGHT' | 'MISSING' | 'WRONG'> {
    const { db, now } = this.uses;
    const factor = await findSecondFactor(db, personId);
    if (!factor?.confirmedAt) return 'NOT_NEEDED';
    if (code === undefined) return 'MISSING';
    const attempt = await this.#begin(factor.secret);
    const typed = code.replace(/[\s-]/g, '').toUpperCase();
    const step = stepOfCode(factor.secret, typed, now());
    const counts =
      step === undefined
        ? await takeRecoveryCode(db, { personId, code: typed }, who)
        : await takeStep(db, personId, step);
    if (counts) await this.uses.codes.startOver(attempt);
    return counts ? 'RIGHT' : 'WRONG';
  }

  /** A new secret for an authenticator app; it counts once a code of it was shown. */
  async begin(personId: string, userId: string): Promise<{ secret: string; address: string }> {
    const secret = randomBytes(secretBytes);
    if (!(await beginSecondFactor(this.uses.db, personId, secret))) {
      throw new Conflict('you have a second factor: remove it first');
    }
    const issuer = this.uses.environment === 'PROD' ? 'Insurance' : `Insurance ${this.uses.environment}`;
    return { secret: base32(secret), address: addressOf(secret, { userId, issuer }) };
  }

  /**
   * Returns recovery codes, which are shown only this once, and the person, whose tokens and sessions have ended.
   */
  async confirm(
    personId: string,
    code: string,
    who: Who,
  ): Promise<{ person: Person; recoveryCodes: string[] }> {
    const { db, now } = this.uses;
    const factor = await findSecondFactor(db, personId);
    if (!factor || factor.confirmedAt !== null)
      throw new Conflict('no second factor waits for a code: begin one first');
    const { secret } = factor;
    const attempt = await this.#begin(secret);
    const step = stepOfCode(secret, code, now());
    const codes = Array.from({ length: recoveryCodeCount }, () => base32(randomBytes(recoveryCodeBytes)));
    const person =
      step === undefined
        ? undefined
        : await confirmSecondFactor(
            db,
            { personId, secret, step },
            { recoveryCodes: codes, now: now() },
            who,
          );
    if (!person) throw new BadRequest([{ field: 'code', detail: 'is not the code of now' }]);
    await this.uses.codes.startOver(attempt);
    return { person, recoveryCodes: codes.map((each) => each.match(/.{4}/g)?.join('-') ?? each) };
  }

  /** Counts a code as wrong until it was right: all tries of a secret count together. */
  async #begin(secret: Buffer): Promise<Attempt> {
    const name = `code of ${secret.toString('base64')}`;
    const attempt = { user: name, address: name };
    const waitSeconds = await this.uses.codes.begin(attempt);
    if (waitSeconds === undefined) return attempt;
    throw new TooManyRequests('too many wrong codes; try again later', waitSeconds, 'SIGN_IN_LIMITED');
  }

  async remove(personId: string, who: Who): Promise<void> {
    await removeSecondFactor(this.uses.db, personId, who);
  }
}

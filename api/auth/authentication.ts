import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Database } from '../../db/database.js';
import { createNotifications } from '../../db/notifications.js';
import { AuditNotes } from '../audit/audit-notes.js';
import { RepeatedWork } from '../ground/repeated-work.js';
import { authenticate } from './authenticate.js';
import { CallerMemory } from './caller-memory.js';
import { Identities } from './identities.js';
import { KeyUses } from './key-uses.js';
import { Login } from './login.js';
import { LoginLimiter, type LoginLimits } from './login-limiter.js';
import { SigningKeys } from './signing-keys.js';
import { Tokens } from './tokens.js';

export interface Authentication {
  /** Refusals and bulk reads for the audit log. */
  audit: AuditNotes;
  login: Login;
  /** Passes a request on with its caller (`callerOf`), or answers 401. */
  middleware: RequestHandler;
  /** Starts listening for revoked keys and disabled users; until then each request reads the database. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface AuthenticationSettings {
  db: Database;
  databaseUrl: string;
  log: Logger;
  /** Tokens are valid only in the environment that issued them (spec 5). */
  environment: string;
  /** By the database's clock. */
  now: () => Date;
  loginLimits?: LoginLimits;
}

/** The channel of the database's triggers on organizations, people, API keys and signing keys. */
const identityChannel = 'identity_changed';

/** Both methods of authentication (spec 5), with the keys and people of the database. */
export function createAuthentication({
  db,
  databaseUrl,
  log,
  environment,
  now,
  loginLimits,
}: AuthenticationSettings): Authentication {
  const notifications = createNotifications(databaseUrl);
  const memory = new CallerMemory(notifications.isListening, now);
  const keys = new SigningKeys(db, notifications.isListening);
  const forget = () => {
    memory.forget();
    keys.forget();
  };
  notifications.on(identityChannel, forget);
  notifications.onReconnect(forget);

  const tokens = new Tokens({ keys, issuer: `urn:ioi:${environment.toLowerCase()}`, now });
  const audit = new AuditNotes(db);
  const uses = new KeyUses(db, now);
  const limiter = new LoginLimiter(db, loginLimits);
  const whenFailed = 'could not clean up keys and sign-ins; retrying in a minute';
  const chores = [
    () => keys.deleteExpired(now()),
    () => limiter.forgetExpired(),
    () => uses.write(),
    () => audit.write(),
  ].map((chore) => new RepeatedWork({ everyMs: 60_000, log, whenFailed }, chore));
  return {
    audit,
    login: new Login({ db, tokens, limiter, audit }),
    middleware: authenticate({ identities: new Identities(db, now), tokens, memory, uses, audit }),
    start: async () => {
      await notifications.start();
      for (const chore of chores) {
        chore.run();
        chore.start();
      }
    },
    stop: async () => {
      for (const chore of chores) chore.run();
      await Promise.all(chores.map((chore) => chore.stop()));
      await notifications.stop();
    },
  };
}

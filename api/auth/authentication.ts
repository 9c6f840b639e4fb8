import type { RequestHandler } from 'express';
import type { Database } from '../../db/database.js';
import { createNotifications } from '../../db/notifications.js';
import { authenticate } from './authenticate.js';
import { CallerMemory } from './caller-memory.js';
import { Identities } from './identities.js';
import { Login } from './login.js';
import { LoginLimiter, type LoginLimits } from './login-limiter.js';
import { SigningKeys } from './signing-keys.js';
import { Tokens } from './tokens.js';

export interface Authentication {
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
  /** Tokens are valid only in the environment that issued them (spec 5). */
  environment: string;
  loginLimits?: LoginLimits;
}

/** The channel of the database's triggers on organizations, people and API keys. */
const identityChannel = 'identity_changed';

/** Both methods of authentication (spec 5), with the keys and people of the database. */
export function createAuthentication({
  db,
  databaseUrl,
  environment,
  loginLimits,
}: AuthenticationSettings): Authentication {
  const notifications = createNotifications(databaseUrl);
  const memory = new CallerMemory(notifications.isListening);
  notifications.on(identityChannel, () => memory.forget());
  notifications.onReconnect(() => memory.forget());

  const keys = new SigningKeys(db);
  const tokens = new Tokens({ keys, issuer: `urn:ioi:${environment.toLowerCase()}` });
  return {
    login: new Login({ db, tokens, limiter: new LoginLimiter(loginLimits) }),
    middleware: authenticate({ identities: new Identities(db), tokens, memory }),
    start: notifications.start,
    stop: notifications.stop,
  };
}

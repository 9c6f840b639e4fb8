import type { RequestHandler } from 'express';
import type { Database } from '../../db/database.js';
import { createNotifications } from '../../db/notifications.js';
import { authenticate } from './authenticate.js';
import { createCallerMemory } from './caller-memory.js';
import { createIdentities } from './identities.js';
import { createLogin, type Login } from './login.js';
import { createLoginLimiter, defaultLoginLimits, type LoginLimits } from './login-limiter.js';
import { createSigningKeys } from './signing-keys.js';
import { createTokens } from './tokens.js';

export interface Authentication {
  login: Login;
  /** Lets a request through with its caller (`callerOf`), or answers 401. */
  middleware: RequestHandler;
  /** Starts to hear of revoked keys and disabled users; until then each request is looked up. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface AuthenticationSettings {
  db: Database;
  databaseUrl: string;
  /** Tokens are good in the environment that issued them only (spec 5). */
  environment: string;
  loginLimits?: LoginLimits;
}

/** The channel of the database's triggers on organizations, people and API keys. */
const identityChannel = 'identity_changed';

/** Both ways to authenticate (spec 5), on what the database knows of keys and people. */
export function createAuthentication({
  db,
  databaseUrl,
  environment,
  loginLimits = defaultLoginLimits,
}: AuthenticationSettings): Authentication {
  const notifications = createNotifications(databaseUrl);
  const memory = createCallerMemory(notifications.isListening);
  notifications.on(identityChannel, memory.forget);
  notifications.onReconnect(memory.forget);

  const keys = createSigningKeys(db);
  const tokens = createTokens({ keys, issuer: `urn:ioi:${environment.toLowerCase()}` });
  return {
    login: createLogin({ db, tokens, limiter: createLoginLimiter(loginLimits) }),
    middleware: authenticate({ identities: createIdentities(db), tokens, memory }),
    start: notifications.start,
    stop: notifications.stop,
  };
}

import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { deleteExpiredLinks } from '../../db/collection/links.js';
import type { Database } from '../../db/database.js';
import { recordKeyUses } from '../../db/identity/api-keys.js';
import type { PasswordsOff } from '../../db/identity/passwords-off.js';
import { recordSessionUses } from '../../db/identity/sessions.js';
import { deleteExpiredSignOns } from '../../db/identity/sign-ons.js';
import { createNotifications } from '../../db/notifications.js';
import { deleteExpiredPasswordLinks } from '../../db/password-resets/password-resets.js';
import { interfacePath } from '../../domain/ground/interface-path.js';
import { AssistantConsents } from '../assistants/consent/consents.js';
import { AssistantGrants } from '../assistants/consent/grants.js';
import { type ConsentPlace, consentPlaceOf } from '../assistants/consent/place.js';
import { TokenExchange } from '../assistants/consent/token-exchange.js';
import { AuditNotes } from '../audit/audit-notes.js';
import { RepeatedWork } from '../ground/repeated-work.js';
import { authenticate } from './authenticate.js';
import { CallerMemory } from './caller-memory.js';
import { GrantTokens } from './grant-tokens.js';
import { Identities } from './identities.js';
import { KeyTokens } from './key-tokens.js';
import { LoginLimiter, type LoginLimits } from './limits/login-limiter.js';
import { askedForCodeLimits, Login } from './login.js';
import { PasswordResets, resetLimits } from './password-reset/password-resets.js';
import { codeLimits, SecondFactors } from './second-factor/second-factors.js';
import { SessionLists } from './sessions/session-lists.js';
import type { SessionSettings } from './sessions/session-settings.js';
import { Sessions } from './sessions/sessions.js';
import { SignedTokens } from './signed-tokens.js';
import { SigningKeys } from './signing-keys.js';
import { ProviderChecks } from './single-sign-on/provider-checks.js';
import { clientsOf } from './single-sign-on/provider-client.js';
import type { IdentityProviders } from './single-sign-on/provider-settings.js';
import { SingleSignOn, signOnLimits } from './single-sign-on/single-sign-on.js';
import { Tokens } from './tokens.js';
import { Uses } from './uses.js';

export interface Authentication {
  /** Refusals and bulk reads for the audit log. */
  audit: AuditNotes;
  login: Login;
  secondFactors: SecondFactors;
  passwordResets: PasswordResets;
  sessions: Sessions;
  sessionLists: SessionLists;
  identities: Identities;
  keyTokens: KeyTokens;
  singleSignOn: SingleSignOn;
  /** What people allow assistants. */
  grants: AssistantGrants;
  consents: AssistantConsents;
  consentPlace: ConsentPlace;
  exchange: TokenExchange;
  /** Whether anybody can sign in by a password. */
  hasPasswords: boolean;
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
  /** Default: an hour without use, a day in all. */
  sessions?: SessionSettings;
  /** Default: none. */
  identityProviders?: IdentityProviders;
  /** Default: nobody's. */
  passwordsOff?: PasswordsOff;
  /** Where the service is reached, for providers that send browsers back. */
  serviceUrl?: string;
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
  sessions: settings = { idleMinutes: 60, hours: 24 },
  identityProviders = {},
  passwordsOff = new Set(),
  serviceUrl = '',
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

  const signed = new SignedTokens({ keys, issuer: `urn:ioi:${environment.toLowerCase()}`, now });
  const tokens = new Tokens({ signed });
  const keyTokens = new KeyTokens({ signed });
  const consentPlace = consentPlaceOf(serviceUrl || 'http://127.0.0.1');
  const { resource } = consentPlace;
  const grantTokens = new GrantTokens({ signed, resource });
  const grants = new AssistantGrants({ db, now, passwordsOff, tokens: grantTokens });
  const identities = new Identities(db, now, passwordsOff);
  const audit = new AuditNotes(db);
  const clients = clientsOf(identityProviders, `${serviceUrl}${interfacePath}`);
  const checks = new ProviderChecks({ db, clients, now, log });
  const sessions = new Sessions({ db, now, settings, checks, passwordsOff });
  const { publicUrl } = settings;
  const secondFactors = new SecondFactors({ db, now, environment, codes: new LoginLimiter(db, codeLimits) });
  const passwordResets = new PasswordResets({
    db,
    now,
    serviceUrl,
    passwordsOff,
    audit,
    log,
    addresses: new LoginLimiter(db, resetLimits.addresses, 'PASSWORD_RESET'),
    users: new LoginLimiter(db, resetLimits.users, 'PASSWORD_RESET'),
  });
  const keyUses = new Uses((used) => recordKeyUses(db, used), now);
  const sessionUses = new Uses((used) => recordSessionUses(db, used), now);
  const limiter = new LoginLimiter(db, loginLimits);
  const askedForCode = new LoginLimiter(db, askedForCodeLimits, 'ASKED_FOR_CODE');
  const signOns = new LoginLimiter(db, signOnLimits, 'SIGN_ON');
  const whenFailed = 'could not clean up keys, sessions and sign-ins; retrying in a minute';
  const chores = [
    () => keys.deleteExpired(now()),
    () => limiter.forgetExpired(),
    () => deleteExpiredSignOns(db, now()),
    () => deleteExpiredPasswordLinks(db, now()),
    () => deleteExpiredLinks(db, now()),
    () => grants.deleteEnded(),
    () => keyUses.write(),
    async () => {
      await sessionUses.write();
      await sessions.deleteEnded();
    },
    () => audit.write(),
  ].map((chore) => new RepeatedWork({ everyMs: 60_000, log, whenFailed }, chore));
  return {
    audit,
    login: new Login({ db, tokens, limiter, askedForCode, audit, passwordsOff, secondFactors }),
    secondFactors,
    passwordResets,
    singleSignOn: new SingleSignOn({ db, now, sessions, clients, publicUrl, limiter: signOns, audit, log }),
    grants,
    consents: new AssistantConsents({ db, now, place: consentPlace }),
    consentPlace,
    exchange: new TokenExchange({ db, now, resource, tokens: grantTokens }),
    hasPasswords: passwordsOff !== 'ALL',
    sessions,
    sessionLists: new SessionLists({ db, now, settings }),
    identities,
    keyTokens,
    middleware: authenticate({
      identities,
      tokens,
      keyTokens,
      grants,
      sessions,
      memory,
      uses: { keys: keyUses, sessions: sessionUses },
      audit,
    }),
    start: async () => {
      await notifications.start();
      for (const chore of chores) {
        chore.run();
        chore.start();
      }
    },
    stop: async () => {
      await passwordResets.finish();
      for (const chore of chores) chore.run();
      await Promise.all(chores.map((chore) => chore.stop()));
      await notifications.stop();
    },
  };
}

import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { Passport } from 'passport';
import { Strategy as CustomStrategy } from 'passport-custom';
import { BasicStrategy } from 'passport-http';
import { hashSecret } from '../../db/identity/secrets.js';
import type { AuditNotes } from '../audit/audit-notes.js';
import { Unauthorized } from '../errors/app-error.js';
import type { Caller, Verified } from '../http/caller.js';
import { originOf } from '../http/origin.js';
import type { CallerMemory } from './caller-memory.js';
import type { Identities } from './identities.js';
import { sessionHeader } from './sessions/own-page.js';
import type { Sessions } from './sessions/sessions.js';
import type { Tokens } from './tokens.js';
import type { Uses } from './uses.js';

export interface AuthenticationDependencies {
  identities: Identities;
  tokens: Tokens;
  sessions: Pick<Sessions, 'secretOf' | 'verify'>;
  memory: CallerMemory;
  uses: { keys: Pick<Uses, 'note'>; sessions: Pick<Uses, 'note'> };
  audit: Pick<AuditNotes, 'note'>;
}

/**
 * Accepts both methods of spec 5: an API key as Basic, or an access token as Bearer together with its id
 * token in `x-jwt-assertion`; and the cookie of a session, from a page of this service. Anything else is 401. A
 * verification by passport is remembered for a while.
 */
export function authenticate({
  identities,
  tokens,
  sessions,
  memory,
  uses,
  audit,
}: AuthenticationDependencies): RequestHandler {
  const passport = new Passport();
  passport.use(
    'api-key',
    new BasicStrategy({ passReqToCallback: true }, (req, key, secret, done) => {
      verifyApiKey({ identities, audit }, req as unknown as Request, { key, secret }).then(
        (verified) => done(null, verified ?? false),
        done,
      );
    }),
  );
  passport.use(
    'tokens',
    new CustomStrategy((req, done) => {
      verifyTokens({ identities, tokens }, req).then((verified) => done(null, verified ?? false), done);
    }),
  );
  passport.use(
    'session',
    new CustomStrategy((req, done) => {
      const secret = sessions.secretOf(req);
      const verified = secret === undefined ? Promise.resolve(undefined) : sessions.verify(secret);
      verified.then((found) => done(null, found ?? false), done);
    }),
  );
  const options = {
    session: false,
    failWithError: true,
    authInfo: false,
    // Not as `req.user`, which holds the caller.
    assignProperty: 'verified',
  };
  const byHeader: RequestHandler = passport.authenticate(['api-key', 'tokens'], options);
  const bySession: RequestHandler = passport.authenticate('session', options);

  return (req, res, next) => {
    const secret = req.headers.authorization === undefined ? sessions.secretOf(req) : undefined;
    const credentials = secret === undefined ? credentialsOf(req) : `session\n${secret}`;
    if (credentials === undefined) throw new Unauthorized();
    const admit = (caller: Caller) => {
      const why = whyNotExpected(req, caller);
      if (why !== undefined) return next(new Unauthorized(why));
      if (caller.apiKey !== undefined) uses.keys.note(caller.apiKey);
      if (caller.sessionId !== undefined) uses.sessions.note(caller.sessionId);
      req.user = { ...caller, origin: originOf(req) };
      next();
    };
    const remembered = memory.recall(credentials);
    if (remembered) return admit(remembered);
    const keep = memory.verifying(credentials);
    const verify = secret === undefined ? byHeader : bySession;
    verify(req, res, (error?: unknown) => {
      if (error) return next(error);
      const { verified } = req as Request & { verified: Verified };
      keep(verified);
      admit(verified.caller);
    });
  };
}

/** A page whose session was replaced in another tab, maybe by somebody else's, would act as them. */
function whyNotExpected({ headers }: IncomingMessage, { sessionId }: Caller): string | undefined {
  const expected = headers[sessionHeader];
  if (sessionId === undefined || expected === 'current' || expected === sessionId) return undefined;
  return 'the session of this browser is another one than X-Session names';
}

/**
 * The credentials of a request, if they have the form of one of the methods; passport's strategies are more
 * lenient.
 */
function credentialsOf({ headers }: IncomingMessage): string | undefined {
  const { authorization = '' } = headers;
  if (!/^(basic|bearer) +[\w.~+/-]+=*$/i.test(authorization)) return undefined;
  return `${authorization}\n${headers['x-jwt-assertion'] ?? ''}`;
}

/** Compared for an unknown key, so that it takes as long as a wrong secret. */
const noSecret = { sha256: Buffer.alloc(32), endsAtMs: 0 };

async function verifyApiKey(
  { identities, audit }: Pick<AuthenticationDependencies, 'identities' | 'audit'>,
  req: Request,
  { key, secret }: { key: string; secret: string },
): Promise<Verified | undefined> {
  if (!/^ioi_[0-9a-f]{24}$/.test(key)) return undefined;
  const known = await identities.apiKey(key);
  const given = hashSecret(secret);
  const matching = [noSecret, ...(known?.secrets ?? [])].filter(({ sha256 }) =>
    timingSafeEqual(given, sha256),
  );
  const expiresAtMs = matching.at(-1)?.endsAtMs;
  if (known && expiresAtMs !== undefined) return { caller: known.caller, expiresAtMs };
  if (known) {
    const { organizationId } = known.caller;
    audit.note({ action: 'KEY_REFUSED', organizationId, targetId: key, origin: originOf(req) });
  }
  return undefined;
}

async function verifyTokens(
  { identities, tokens }: Pick<AuthenticationDependencies, 'identities' | 'tokens'>,
  { headers }: IncomingMessage,
): Promise<Verified | undefined> {
  const accessToken = /^Bearer +([\w.-]+)$/i.exec(headers.authorization ?? '')?.[1];
  const idToken = headers['x-jwt-assertion'];
  if (accessToken === undefined || typeof idToken !== 'string') return undefined;
  const verified = await tokens.verify({ accessToken, idToken });
  const caller = verified && (await identities.person(verified));
  if (!caller || caller.organizationId !== verified.organizationId) return undefined;
  return { caller, expiresAtMs: verified.expiresAt * 1000 };
}

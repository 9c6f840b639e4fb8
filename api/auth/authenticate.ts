import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { Passport } from 'passport';
import { Strategy as CustomStrategy } from 'passport-custom';
import { BasicStrategy } from 'passport-http';
import { interfacePath } from '../../domain/ground/interface-path.js';
import type { AssistantGrants } from '../assistants/consent/grants.js';
import { mcpPath } from '../assistants/consent/place.js';
import type { AuditNotes } from '../audit/audit-notes.js';
import { Forbidden, Unauthorized } from '../errors/app-error.js';
import type { Caller, Verified } from '../http/caller.js';
import { originOf } from '../http/origin.js';
import { pathOf } from '../http/request.js';
import type { CallerMemory } from './caller-memory.js';
import { verifiedKey } from './client-credentials.js';
import type { Identities } from './identities.js';
import type { KeyTokens } from './key-tokens.js';
import { sessionHeader } from './sessions/own-page.js';
import { endSession, signOutEverywhere } from './sessions/schemas.js';
import type { Sessions } from './sessions/sessions.js';
import type { Tokens } from './tokens.js';
import type { Uses } from './uses.js';

export interface AuthenticationDependencies {
  identities: Identities;
  tokens: Tokens;
  keyTokens: KeyTokens;
  grants: Pick<AssistantGrants, 'verify'>;
  sessions: Pick<Sessions, 'secretOf' | 'verify' | 'forget'>;
  memory: CallerMemory;
  uses: { keys: Pick<Uses, 'note'>; sessions: Pick<Uses, 'note'> };
  audit: Pick<AuditNotes, 'note'>;
}

/**
 * Accepts both methods of spec 5: an API key as Basic, or an access token as Bearer together with its id
 * token in `x-jwt-assertion`, or one of an API key alone; and the cookie of a session, from a page of this service. Anything else is 401. A
 * verification by passport is remembered for a while.
 */
export function authenticate({
  identities,
  tokens,
  keyTokens,
  grants,
  sessions,
  memory,
  uses,
  audit,
}: AuthenticationDependencies): RequestHandler {
  const passport = new Passport();
  passport.use(
    'api-key',
    new BasicStrategy({ passReqToCallback: true }, (req, key, secret, done) => {
      verifiedKey({ identities, audit }, req as unknown as Request, { key, secret }).then(
        (found) => done(null, found ? { caller: found.known.caller, expiresAtMs: found.by.endsAtMs } : false),
        done,
      );
    }),
  );
  passport.use(
    'tokens',
    new CustomStrategy((req, done) => {
      verifyTokens({ identities, tokens, keyTokens, grants }, req as unknown as Request).then(
        (verified) => done(null, verified ?? false),
        done,
      );
    }),
  );
  passport.use(
    'session',
    new CustomStrategy((req, done) => {
      const secret = sessions.secretOf(req);
      const verified =
        secret === undefined
          ? Promise.resolve(undefined)
          : sessions.verify(secret, { asks: !isSignOut(req as unknown as Request) });
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
    if (req.actsAs !== undefined) {
      req.user = { ...req.actsAs, origin: originOf(req), ...(req.assistant && { assistant: req.assistant }) };
      return next();
    }
    const secret = req.headers.authorization === undefined ? sessions.secretOf(req) : undefined;
    // A browser adds a login that it remembers by itself: the page would act, and be recorded, as that API key.
    if (secret === undefined && req.headers[sessionHeader] !== undefined && req.headers.authorization) {
      throw new Unauthorized('a page with a session has no Authorization');
    }
    const credentials = secret === undefined ? credentialsOf(req) : `session\n${secret}`;
    if (credentials === undefined) throw new Unauthorized();
    // Whatever comes of it, the next person at this browser is not the one who signs out.
    const leave = () => {
      if (secret !== undefined && isSignOut(req)) sessions.forget(req, res);
    };
    const admit = (caller: Caller) => {
      const why = whyNotExpected(req, caller);
      if (why !== undefined) return next(new Unauthorized(why));
      if (caller.assistantTerms !== undefined && !isOfAssistant(req)) return next(onlyForAssistants());
      leave();
      if (caller.apiKey !== undefined) uses.keys.note(caller.apiKey);
      if (caller.sessionId !== undefined) uses.sessions.note(caller.sessionId);
      // A person has allowed the assistant under the name that they saw.
      const assistant = req.assistant && { ...req.assistant, ...caller.assistant };
      req.user = { ...caller, origin: originOf(req), ...(assistant && { assistant }) };
      next();
    };
    const remembered = memory.recall(credentials);
    if (remembered) return admit(remembered);
    const keep = memory.verifying(credentials);
    const verify = secret === undefined ? byHeader : bySession;
    verify(req, res, (error?: unknown) => {
      if (error) {
        leave();
        return next(error);
      }
      const { verified } = req as Request & { verified: Verified };
      keep(verified);
      admit(verified.caller);
    });
  };
}

const signOuts = [endSession, signOutEverywhere].map(
  ({ method, path }) => `${method} ${interfacePath}${path}`,
);

const isSignOut = ({ method, route }: Request): boolean =>
  signOuts.includes(`${method.toLowerCase()} ${route?.path}`);

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
function credentialsOf(req: Request): string | undefined {
  const { headers } = req;
  const { authorization = '' } = headers;
  if (!/^(basic|bearer) +[\w.~+/-]+=*$/i.test(authorization)) return undefined;
  // What an assistant's token may do is not remembered for requests from outside, which it may not send.
  return `${authorization}\n${headers['x-jwt-assertion'] ?? ''}${isOfAssistant(req) ? '\nassistant' : ''}`;
}

/** A key that is bound to releases and limits would pass them by. */
const onlyForAssistants = () =>
  new Forbidden('this API key is for assistants: it is used at /mcp only', { code: 'KEY_RESTRICTED' });

/** Whether a request is the Model Context Protocol's, or one that it makes in this process. */
const isOfAssistant = (req: Request): boolean => req.assistant !== undefined || pathOf(req) === mcpPath;

async function verifyTokens(
  {
    identities,
    tokens,
    keyTokens,
    grants,
  }: Pick<AuthenticationDependencies, 'identities' | 'tokens' | 'keyTokens' | 'grants'>,
  req: Request,
): Promise<Verified | undefined> {
  const { headers } = req;
  const accessToken = /^Bearer +([\w.-]+)$/i.exec(headers.authorization ?? '')?.[1];
  const idToken = headers['x-jwt-assertion'];
  if (accessToken === undefined) return undefined;
  if (idToken === undefined) {
    const known = await verifyKeyToken({ identities, keyTokens }, accessToken);
    return known ?? (isOfAssistant(req) ? grants.verify(accessToken) : undefined);
  }
  if (typeof idToken !== 'string') return undefined;
  const verified = await tokens.verify({ accessToken, idToken });
  const caller = verified && (await identities.person(verified));
  if (!caller || caller.organizationId !== verified.organizationId) return undefined;
  return { caller, expiresAtMs: verified.expiresAt * 1000 };
}

/** A token of an API key comes alone. */
async function verifyKeyToken(
  { identities, keyTokens }: Pick<AuthenticationDependencies, 'identities' | 'keyTokens'>,
  accessToken: string,
): Promise<Verified | undefined> {
  const token = await keyTokens.verify(accessToken);
  const known = token && (await identities.apiKey(token.apiKey));
  const secret = known?.secrets.find(({ sha256 }) => token?.isOf(sha256));
  if (!secret || !known || !token) return undefined;
  return { caller: known.caller, expiresAtMs: Math.min(secret.endsAtMs, token.expiresAt * 1000) };
}

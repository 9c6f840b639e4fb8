import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import Provider from 'oidc-provider';

/** What the provider says of somebody, beside `sub`. */
export type Account = Record<string, unknown>;

/** A running OpenID Connect provider, whose people, answers and keys a test changes. */
export interface TestProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** By `sub`. Somebody who is removed has left. */
  accounts: Map<string, Account>;
  /** Changes ID tokens on their way out. */
  tamper: ((claims: Record<string, unknown>) => Promise<string>) | undefined;
  /** Signs a JWT by the key that the provider publishes, or by another one. */
  sign(
    claims: Record<string, unknown>,
    options?: { by?: 'STRANGER' | 'WITHDRAWN'; typ?: string },
  ): Promise<string>;
  /** Publishes another key in place of its own, and signs by it. */
  rotateKey(): Promise<void>;
  /** `sub` signs out: the provider tells its clients. */
  signOut(sub: string, sid: string): Promise<void>;
  /** Whether it answers. */
  isUp: boolean;
  /** Where it answers this status, such as `/me`, its userinfo endpoint. */
  fails: { path: string; status: number; body?: object } | undefined;
  /** Whether a refresh token counts once. */
  rotates: boolean;
  stop(): Promise<void>;
}

const [clientId, clientSecret] = ['ioi', 'a secret of the client'];

/** `serviceUrl`: where it sends browsers and logout tokens. `name`: of the provider there. */
export async function aProvider(
  serviceUrl: string,
  { name = 'acme', tokenSeconds = 3600 }: { name?: string; tokenSeconds?: number } = {},
): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Under another name than the service: browsers share cookies over ports.
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const [first, strange] = [await aKey('own'), await aKey('strange')];
  let own = first;
  const accounts = new Map<string, Account>();
  const provider = new Provider(issuer, {
    clients: [
      {
        ...{ client_id: clientId, client_secret: clientSecret, response_types: ['code'] },
        redirect_uris: [`${serviceUrl}/ioi/v3/sign-on/${name}/callback`],
        grant_types: ['authorization_code', 'refresh_token'],
        backchannel_logout_uri: `${serviceUrl}/ioi/v3/sign-on/${name}/logout`,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [own.jwk] },
    cookies: { keys: ['a key of cookies'] },
    claims: {
      openid: ['sub', 'sid'],
      profile: ['given_name', 'family_name'],
      email: ['email'],
      work: ['groups', 'company'],
    },
    scopes: ['openid', 'profile', 'email', 'work', 'offline_access'],
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    findAccount: (_ctx: unknown, sub: string) => {
      const account = accounts.get(sub);
      return account && { accountId: sub, claims: () => ({ sub, ...account }) };
    },
    interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    issueRefreshToken: () => true,
    rotateRefreshToken: () => found.rotates,
    loadExistingGrant: async (ctx: {
      oidc: { session: { accountId: string }; client: { clientId: string } };
    }) => {
      const grant = new provider.Grant({
        clientId: ctx.oidc.client.clientId,
        accountId: ctx.oidc.session.accountId,
      });
      grant.addOIDCScope('openid profile email work offline_access');
      await grant.save();
      return grant;
    },
    pkce: { required: () => true },
    // Its own refuses addresses of this machine.
    fetch: (address: string, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown }) =>
      fetch(address, options),
    ttl: {
      AccessToken: tokenSeconds,
      IdToken: 3600,
      RefreshToken: 86_400,
      Session: 86_400,
      Grant: 86_400,
      Interaction: 600,
    },
  });
  const found: TestProvider = {
    ...{ issuer, clientId, clientSecret, accounts, tamper: undefined, isUp: true },
    ...{ fails: undefined, rotates: false },
    sign: (claims, { by, typ = 'JWT' } = {}) => {
      const { privateKey, jwk } = by === 'WITHDRAWN' ? first : own;
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: String(jwk.kid), typ })
        .sign(by === 'STRANGER' ? strange.privateKey : privateKey);
    },
    rotateKey: async () => {
      own = await aKey('next');
    },
    signOut: async (sub, sid) => (await provider.Client.find(clientId)).backchannelLogout(sub, sid),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  provider.use(async (ctx: Context, next: () => Promise<void>) => {
    if (!found.isUp) {
      ctx.status = 503;
      ctx.body = {};
      return;
    }
    if (found.fails?.path === ctx.path) {
      ctx.status = found.fails.status;
      ctx.body = found.fails.body ?? {};
      return;
    }
    if (ctx.path.startsWith('/interaction/')) return interact(provider, ctx);
    await next();
    if (ctx.path === '/jwks' && own !== first) ctx.body = { keys: [publicOf(own.jwk)] };
    if (ctx.path === '/token' && ctx.body?.id_token && (found.tamper || own !== first)) {
      const [, claims = ''] = ctx.body.id_token.split('.');
      const id_token = await (found.tamper ?? found.sign)(
        JSON.parse(Buffer.from(claims, 'base64url').toString()),
      );
      ctx.body = { ...ctx.body, id_token };
    }
  });
  server.on('request', provider.callback());
  return found;
}

interface Context {
  path: string;
  method: string;
  status: number;
  type: string;
  req: IncomingMessage;
  res: unknown;
  respond: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: of whatever endpoint.
  body: any;
}

/** A page that asks for the login, and signs whoever has it in. */
async function interact(provider: typeof Provider.prototype, ctx: Context): Promise<void> {
  if (ctx.method === 'GET') {
    ctx.type = 'html';
    ctx.body = `<!doctype html><title>Provider</title><form method="post"><label>Login <input name="login"></label>
      <button>Continue</button></form>`;
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of ctx.req) chunks.push(chunk as Buffer);
  const accountId = new URLSearchParams(Buffer.concat(chunks).toString()).get('login');
  ctx.respond = false;
  await provider.interactionFinished(ctx.req, ctx.res, { login: { accountId } });
}

const publicOf = ({ kty, n, e, kid, alg, use }: JWK): JWK => ({ kty, n, e, kid, alg, use });

async function aKey(kid: string): Promise<{ privateKey: CryptoKey; jwk: JWK }> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { privateKey, jwk: { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' } };
}

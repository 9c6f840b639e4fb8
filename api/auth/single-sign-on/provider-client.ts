import { createRemoteJWKSet } from 'jose';
import * as openid from 'openid-client';
import type { Claims } from './access-of-claims.js';
import type { IdentityProvider, IdentityProviders } from './provider-settings.js';

/** What a provider answered for somebody. */
export interface Vouched {
  claims: Claims;
  subject: string;
  /** The provider's id of its session. */
  sid: string | null;
  refreshToken: string | undefined;
  /** How long its word holds. */
  lifetimeSeconds: number;
}

const patienceSeconds = 10;
/** Endpoints change rarely. Keys are read again when one is unknown. */
const metadataMs = 3_600_000;
/** Where a provider states no life of its tokens. */
const usualLifetimeSeconds = 3_600;

const mostLifetimeSeconds = 86_400;

/** How long a provider's word holds that states `expires_in`: a day at most, and never no time at all. */
export const lifetimeOf = (stated = usualLifetimeSeconds): number =>
  Math.min(Math.max(stated, 1), mostLifetimeSeconds);

/** An identity provider as OpenID Connect is spoken with it: discovery, PKCE, `nonce`, signatures of its ID tokens. */
export class ProviderClient {
  #known: { config: Promise<openid.Configuration>; atMs: number } | undefined;

  constructor(
    readonly name: string,
    readonly settings: IdentityProvider,
    /** Where it calls back. */
    private readonly redirectUri: string,
  ) {}

  /** The address that the browser is sent to. */
  async addressFor(checks: { state: string; nonce: string; codeVerifier: string }): Promise<URL> {
    return openid.buildAuthorizationUrl(await this.#config(), {
      redirect_uri: this.redirectUri,
      scope: this.settings.scope,
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(checks.codeVerifier),
      code_challenge_method: 'S256',
    });
  }

  /** What the code stands for with which the provider sent the browser back. Throws if anything of it is wrong. */
  async redeem(
    query: string,
    { state, nonce, codeVerifier }: { state: string; nonce: string; codeVerifier: string },
  ): Promise<Vouched> {
    const config = await this.#config();
    const tokens = await openid.authorizationCodeGrant(config, new URL(`${this.redirectUri}?${query}`), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new Error('the provider answered without an ID token');
    return this.#vouched(config, tokens, claims);
  }

  /**
   * Asks again for somebody. Undefined if the provider refuses, because they left, were locked or signed out. Throws if it
   * does not answer.
   *
   * @param keep keeps a new refresh token at once: the provider takes the one before no more, whatever fails afterwards.
   */
  async askAgain(
    refreshToken: string,
    subject: string,
    keep: (refreshToken: string) => Promise<void>,
  ): Promise<Vouched | undefined> {
    const config = await this.#config();
    try {
      const tokens = await openid.refreshTokenGrant(config, refreshToken);
      if (tokens.refresh_token !== undefined) await keep(tokens.refresh_token);
      const claims = tokens.claims() ?? (await userInfoOf(config, tokens.access_token, subject));
      if (claims.sub !== subject) return undefined;
      return await this.#vouched(config, tokens, claims, refreshToken);
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw error;
    }
  }

  /** The keys that its logout tokens are signed with. */
  async keys(): Promise<ReturnType<typeof createRemoteJWKSet>> {
    const { jwks_uri: address } = (await this.#config()).serverMetadata();
    if (address === undefined) throw new Error('the provider states no keys');
    this.#jwks ??= createRemoteJWKSet(new URL(address), { timeoutDuration: patienceSeconds * 1000 });
    return this.#jwks;
  }
  #jwks: ReturnType<typeof createRemoteJWKSet> | undefined;

  async #vouched(
    config: openid.Configuration,
    tokens: openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers,
    claims: Claims & { sub: string },
    earlierToken?: string,
  ): Promise<Vouched> {
    const { roles, organizations } = this.settings;
    const wanted = [roles.claim, organizations?.claim].flatMap((claim) => claim?.split('.')[0] ?? []);
    const isThere = (claim: string) => Object.hasOwn(claims, claim);
    const { userinfo_endpoint: userinfo } = config.serverMetadata();
    const names = ['given_name', 'family_name', 'name'];
    // Many providers keep the ID token small.
    const further =
      userinfo === undefined || (wanted.every(isThere) && isThere('email') && names.some(isThere))
        ? {}
        : await userInfoOf(config, tokens.access_token, claims.sub);
    return {
      claims: { ...further, ...claims },
      subject: claims.sub,
      sid: typeof claims.sid === 'string' ? claims.sid : null,
      refreshToken: tokens.refresh_token ?? earlierToken,
      lifetimeSeconds: lifetimeOf(tokens.expires_in),
    };
  }

  #config(): Promise<openid.Configuration> {
    const now = performance.now();
    if (this.#known && now - this.#known.atMs < metadataMs) return this.#known.config;
    const { issuer, clientId, clientSecret } = this.settings;
    const url = new URL(issuer);
    const found = openid.discovery(url, clientId, clientSecret, openid.ClientSecretBasic(clientSecret), {
      timeout: patienceSeconds,
      // The signature of ID tokens is checked, though they come from the provider itself.
      execute: [
        openid.enableNonRepudiationChecks,
        ...(url.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
      ],
    });
    const config = found.then((each) => {
      const { issuer: own } = each.serverMetadata();
      // Discovery takes both, logout tokens are compared as they are written.
      if (own !== issuer && own.replace(/\/$/, '') === issuer.replace(/\/$/, '')) {
        throw new Error(`the issuer of ${this.name} is to be written as the provider writes it: ${own}`);
      }
      return each;
    });
    const known = { config, atMs: now };
    config.catch(() => {
      if (this.#known === known) this.#known = undefined;
    });
    this.#known = known;
    return config;
  }
}

/** A client for each provider, by their names. `interfaceUrl`: below which they call back. */
export function clientsOf(providers: IdentityProviders, interfaceUrl: string): Map<string, ProviderClient> {
  const client = ([name, settings]: [string, IdentityProvider]) =>
    [name, new ProviderClient(name, settings, `${interfaceUrl}/sign-on/${name}/callback`)] as const;
  return new Map(Object.entries(providers).map(client));
}

/** The provider says of somebody at its userinfo endpoint that its token does not count. */
class TokenRefused extends Error {}

/** Errors that tell of this service or of the moment, not of a person. */
const notOfPerson = ['invalid_client', 'server_error', 'temporarily_unavailable', 'slow_down'];

/** Whether the provider itself refused, as opposed to failing, or to not answering. */
export function isRefusal(error: unknown): boolean {
  if (error instanceof openid.AuthorizationResponseError || error instanceof TokenRefused) return true;
  if (!(error instanceof openid.ResponseBodyError)) return false;
  return error.status < 500 && error.status !== 429 && !notOfPerson.includes(error.error);
}

async function userInfoOf(
  config: openid.Configuration,
  accessToken: string,
  subject: string,
): Promise<openid.UserInfoResponse> {
  try {
    return await openid.fetchUserInfo(config, accessToken, subject);
  } catch (error) {
    const response = error instanceof Error ? [error, error.cause].find(hasStatus) : undefined;
    throw response && [401, 403].includes(response.status)
      ? new TokenRefused('the provider refused its own token', { cause: error })
      : error;
  }
}

const hasStatus = (each: unknown): each is { status: number } =>
  typeof each === 'object' && each !== null && 'status' in each && typeof each.status === 'number';

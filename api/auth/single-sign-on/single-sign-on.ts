import type { Request, Response } from 'express';
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import type { Logger } from 'pino';
import type { Origin } from '../../../db/audit/record-audit.js';
import type { Database } from '../../../db/database.js';
import { personOfProvider } from '../../../db/identity/provider-identities.js';
import { endSessionsOfProvider } from '../../../db/identity/provider-sessions.js';
import { generateSecret } from '../../../db/identity/secrets.js';
import { keepSignOn, takeSignOn } from '../../../db/identity/sign-ons.js';
import type { SignOn } from '../../../db/models/sign-on.js';
import type { AuditNotes } from '../../audit/audit-notes.js';
import { NotFound, TooManyRequests } from '../../errors/app-error.js';
import { originOf } from '../../http/origin.js';
import type { LoginLimiter } from '../limits/login-limiter.js';
import { HostCookie } from '../sessions/cookie.js';
import type { Sessions } from '../sessions/sessions.js';
import { accessOf, type NoAccess, namesOf, organizationOf } from './access-of-claims.js';
import { readLogoutToken } from './logout-token.js';
import { sealedToken } from './provider-checks.js';
import { isRefusal, type ProviderClient, type Vouched } from './provider-client.js';

/** Why a sign-in came to nothing; the console says it in words. */
export type SignOnRefusal = NoAccess | 'DENIED' | 'DISABLED' | 'FAILED' | 'OVER';

export interface SingleSignOnDependencies {
  db: Database;
  now: () => Date;
  sessions: Pick<Sessions, 'begin'>;
  /** By the providers' names. */
  clients: ReadonlyMap<string, ProviderClient>;
  publicUrl: string | undefined;
  /** Counts sign-ins that were begun and not finished. */
  limiter: Pick<LoginLimiter, 'begin' | 'goesOn'>;
  audit: Pick<AuditNotes, 'note'>;
  log: Logger;
}

/** Each is a row until it is finished, and anybody can begin one. Nobody is known yet, so only the address counts. */
export const signOnLimits = {
  perUserAtAddress: 100,
  perUser: Number.POSITIVE_INFINITY,
  perAddress: 100,
  windowMs: 5 * 60_000,
};
const attemptFrom = ({ address }: Origin) => ({ user: address, address });

/** To sign in at the provider, with its second factor. */
const patienceMs = 10 * 60_000;

/** Signs people in through identity providers, by the authorization code flow of OpenID Connect. */
export class SingleSignOn {
  readonly #cookie: HostCookie;

  constructor(private readonly uses: SingleSignOnDependencies) {
    this.#cookie = new HostCookie('sign-on', uses.publicUrl);
  }

  /** The providers, for a page that signs people in. */
  get providers(): { provider: string; label: string }[] {
    return [...this.uses.clients.values()].map(({ name, settings }) => ({
      provider: name,
      label: settings.label,
    }));
  }

  /** Sends the browser to the provider. */
  async begin(req: Request, res: Response, { provider, returnTo }: { provider: string; returnTo: string }) {
    const client = this.#client(provider);
    await this.#limit(provider, req, res);
    const checks = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
    // One for all tabs: a sign-in that was begun in one of them does not end that of another.
    const browser = this.#cookie.read(req) ?? generateSecret();
    try {
      const address = await client.addressFor(checks);
      const expiresAt = new Date(this.uses.now().getTime() + patienceMs);
      const secrets = { state: checks.state, browser };
      await keepSignOn(this.uses.db, secrets, { ...checks, provider, returnTo, expiresAt });
      this.#cookie.set(req, res, browser);
      res.redirect(302, address.href);
    } catch (error) {
      this.#failed(provider, error);
      this.#refuse(res, 'FAILED');
    }
  }

  /** The provider sent the browser back: begins its session, and sends it on to the page that it wanted. */
  async finish(req: Request, res: Response, { provider, state }: { provider: string; state: string }) {
    const client = this.#client(provider);
    try {
      await this.#finish(client, req, res, state);
    } catch (error) {
      // A person reads the answer, in a browser.
      this.#failed(provider, error);
      this.#noteRefusal(req, res, 'FAILED', { client });
    }
  }

  async #finish(client: ProviderClient, req: Request, res: Response, state: string): Promise<void> {
    const { name: provider } = client;
    const browser = this.#cookie.read(req);
    const now = this.uses.now();
    const begun = browser && (await takeSignOn(this.uses.db, { state, browser }, { provider, now }));
    if (!begun) return this.#refuse(res, 'OVER');
    await this.uses.limiter.goesOn(attemptFrom(originOf(req)));
    const vouched = await this.#redeemed(client, req, {
      state,
      nonce: begun.nonce,
      codeVerifier: begun.codeVerifier,
    });
    if (typeof vouched === 'string') return this.#noteRefusal(req, res, vouched, { client });
    const access = accessOf(vouched.claims, client.settings);
    if (typeof access === 'string') return this.#noteRefusal(req, res, access, { client, vouched });
    const { issuer } = client.settings;
    const { subject, sid } = vouched;
    const names = namesOf(vouched.claims, client, access);
    const who = { origin: originOf(req) };
    const person = await personOfProvider(this.uses.db, { issuer, subject, ...access, ...names }, who);
    if (person.disabledAt !== null)
      return this.#noteRefusal(req, res, 'DISABLED', { client, vouched, person });
    const checkedUntil = new Date(now.getTime() + vouched.lifetimeSeconds * 1000);
    await this.uses.sessions.begin(req, res, person, {
      method: 'SINGLE_SIGN_ON',
      // Without a token to ask again with, the session ends with the provider's word.
      ...(vouched.refreshToken === undefined && { endsBy: checkedUntil }),
      tie: (secret) => ({
        provider,
        issuer,
        subject,
        sid,
        checkedUntil,
        refreshToken: sealedToken(vouched.refreshToken, secret),
      }),
    });
    res.redirect(303, begun.returnTo);
  }

  /** The provider has signed somebody out: ends their sessions here, within moments. */
  async logout(provider: string, token: string, origin: Origin): Promise<void> {
    const client = this.#client(provider);
    const named = await readLogoutToken(client, token, this.uses.now());
    await endSessionsOfProvider(
      this.uses.db,
      { provider, issuer: client.settings.issuer, ...named },
      { origin },
    );
  }

  async #limit(provider: string, req: Request, res: Response): Promise<void> {
    const origin = originOf(req);
    const waitSeconds = await this.uses.limiter.begin(attemptFrom(origin));
    if (waitSeconds === undefined) return;
    this.uses.audit.note({ action: 'SIGN_IN_LIMITED', organizationId: null, details: { provider }, origin });
    // A person reads it in the console.
    res.setHeader('Refresh', '0; url=/console?signOn=LIMITED');
    throw new TooManyRequests(
      'too many sign-ins were begun; try again later',
      waitSeconds,
      'SIGN_IN_LIMITED',
    );
  }

  #client(provider: string): ProviderClient {
    const client = this.uses.clients.get(provider);
    if (client === undefined) throw new NotFound('identity provider', provider);
    return client;
  }

  async #redeemed(
    client: ProviderClient,
    req: Request,
    begun: Pick<SignOn, 'nonce' | 'codeVerifier'> & { state: string },
  ): Promise<Vouched | SignOnRefusal> {
    try {
      return await client.redeem(req.originalUrl.slice(req.originalUrl.indexOf('?') + 1), begun);
    } catch (error) {
      this.#failed(client.name, error);
      return isRefusal(error) ? 'DENIED' : 'FAILED';
    }
  }

  #noteRefusal(
    req: Request,
    res: Response,
    why: SignOnRefusal,
    { client, vouched, person }: { client: ProviderClient; vouched?: Vouched; person?: { id: string } },
  ): void {
    // Without an answer only a provider of one organization tells whose audit log it belongs to.
    const organizationId = organizationOf(vouched?.claims ?? {}, client.settings) ?? null;
    const details = { provider: client.name, reason: why, ...(vouched && { subject: vouched.subject }) };
    const about = { organizationId, targetId: person?.id, details };
    this.uses.audit.note({ action: 'SIGN_IN_REFUSED', ...about, origin: originOf(req) });
    this.#refuse(res, why);
  }

  #refuse(res: Response, why: SignOnRefusal): void {
    res.redirect(303, `/console?signOn=${why}`);
  }

  /** Only the message: what failed may have codes and tokens with it. */
  #failed(provider: string, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.uses.log.warn({ provider, reason }, 'a sign-in through an identity provider failed');
  }
}

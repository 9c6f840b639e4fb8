import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../../db/database.js';
import { personOfProvider } from '../../../db/identity/provider-identities.js';
import {
  claimCheck,
  endByProvider,
  findProviderSession,
  keepCheck,
  keepToken,
  type ProviderTie,
  releaseCheck,
} from '../../../db/identity/provider-sessions.js';
import type { Session } from '../../../db/models/session.js';
import { Unavailable } from '../../errors/app-error.js';
import { sealed, unsealed } from '../../idempotency/sealed-answer.js';
import { accessOf, namesOf } from './access-of-claims.js';
import type { ProviderClient, Vouched } from './provider-client.js';

/** Longer than the provider may take: its own patience is 10 s for each of three requests. */
const claimMs = 40_000;
const pauseMs = 100;

/** Whether sessions that a provider began go on: it is asked again whenever the life of its last token is over. */
export class ProviderChecks {
  constructor(
    private readonly uses: {
      db: Database;
      clients: ReadonlyMap<string, ProviderClient>;
      now: () => Date;
      log: Logger;
    },
  ) {}

  /**
   * Until when the provider's word for a session holds, by asking again if need be; `'ENDED'` if it no longer vouches for
   * the person. Undefined for sessions that a password began. Throws (503) if the provider does not answer.
   */
  async holdsUntil({ id, person }: Session, secret: string): Promise<Date | 'ENDED' | undefined> {
    const { db, now } = this.uses;
    const until = now().getTime() + claimMs;
    for (;;) {
      const tie = await findProviderSession(db, id);
      if (tie === undefined || tie.checkedUntil > now()) return tie?.checkedUntil;
      const claim = await claimCheck(db, id, { now: now(), untilMs: claimMs });
      if (claim !== undefined) {
        try {
          // Read again: another may have asked, and kept a new token, since.
          const current = (await findProviderSession(db, id)) ?? tie;
          return await this.#ask(id, person?.organizationId ?? '', current, secret);
        } finally {
          await releaseCheck(db, id, claim);
        }
      }
      // Another process or request asks.
      if (now().getTime() > until) throw new Unavailable('the identity provider does not answer');
      await sleep(pauseMs);
    }
  }

  async #ask(
    sessionId: string,
    organizationId: string,
    tie: ProviderTie,
    secret: string,
  ): Promise<Date | 'ENDED'> {
    const { db, clients, now } = this.uses;
    const end = async (reason: string) => {
      await endByProvider(db, sessionId, {}, reason);
      return 'ENDED' as const;
    };
    const client = clients.get(tie.provider);
    // It is not set up any more, or is another one by now.
    if (client === undefined || client.settings.issuer !== tie.issuer || tie.refreshToken === null) {
      return end('NOT_VOUCHED');
    }
    const askedAt = now();
    const vouched = await this.#answerOf(
      client,
      sessionId,
      { ...tie, refreshToken: tie.refreshToken },
      secret,
    );
    const access = vouched && accessOf(vouched.claims, client.settings);
    if (vouched === undefined || access === undefined || typeof access === 'string')
      return end('NOT_VOUCHED');
    if (access.organizationId !== organizationId) return end('NOT_VOUCHED');
    const { issuer, subject } = tie;
    const names = namesOf(vouched.claims, client, access);
    await personOfProvider(db, { issuer, subject, ...access, ...names }, {});
    const checkedUntil = new Date(askedAt.getTime() + vouched.lifetimeSeconds * 1000);
    await keepCheck(db, sessionId, checkedUntil);
    return checkedUntil;
  }

  async #answerOf(
    client: ProviderClient,
    sessionId: string,
    { refreshToken, subject }: { refreshToken: Buffer; subject: string },
    secret: string,
  ): Promise<Vouched | undefined> {
    const keep = (token: string) => keepToken(this.uses.db, sessionId, sealedToken(token, secret));
    try {
      return await client.askAgain(tokenIn(refreshToken, secret), subject, keep);
    } catch (error) {
      this.uses.log.warn({ err: error, provider: client.name }, 'an identity provider did not answer');
      throw new Unavailable('the identity provider does not answer');
    }
  }
}

/** Sealed as answers of keyed requests are: by a secret that the service does not keep. */
export function sealedToken(token: string | undefined, secret: string): Buffer | null {
  return token === undefined ? null : sealed({ headers: {}, body: Buffer.from(token) }, secret);
}

const tokenIn = (bytes: Buffer, secret: string): string => unsealed(bytes, secret).body.toString();

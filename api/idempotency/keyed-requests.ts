import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Request, RequestHandler, Response } from 'express';
import type { Database } from '../../db/database.js';
import {
  type Attempt,
  type Claimed,
  claimKey,
  keepAnswer,
  leaseMs,
  releaseKey,
  renewLease,
} from '../../db/idempotency/idempotency-keys.js';
import { canonicalJson } from '../../domain/ground/canonical-json.js';
import { Conflict, UnprocessableContent } from '../errors/app-error.js';
import { atEnd, type Body } from '../http/at-end.js';
import { callerOf } from '../http/caller.js';
import type { Logger } from '../telemetry/logger.js';
import { keyIn } from './idempotency-key.js';
import { sealed, unsealed } from './sealed-answer.js';

/** Longer than the lease: a repeat after a crash takes over while it waits. */
const patienceMs = 2 * leaseMs;
const pauseMs = { first: 20, longest: 500 };
/** Bytes, compressed. A larger answer is not kept. */
const largestAnswer = 1024 * 1024;

/** The headers that are part of an answer. */
const keptHeaders = ['content-type', 'content-disposition', 'etag', 'location'];

/** Statuses by which nothing was done and a repeat may succeed, beside those of failures here (5xx). */
const passing = new Set([401, 403, 408, 425, 429]);

interface Keyed {
  /** Unique to the caller and the key; secret. */
  key: string;
  keySha256: Buffer;
  requestSha256: Buffer;
  /** What names the request's client. */
  content: string;
}

/**
 * Requests with an `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): of equal ones by a caller, one is
 * carried out, and all get its answer. A key that was used for another request is 422.
 */
export class KeyedRequests {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #patienceMs: number;

  constructor(db: Database, log: Logger, options: { patienceMs?: number | undefined } = {}) {
    this.#db = db;
    this.#log = log;
    this.#patienceMs = options.patienceMs ?? patienceMs;
  }

  /** The step before the handler of an endpoint that changes something. */
  readonly step: RequestHandler = (req, res, next) => {
    const header = req.headers['idempotency-key'];
    if (header !== undefined) {
      const key = keyIn(String(header));
      req.keyed = (body, work) => this.#answer(req, res, keyedBy(req, key, body), work);
    }
    next();
  };

  async #answer(req: Request, res: Response, keyed: Keyed, work: () => Promise<void>): Promise<void> {
    const found = await this.#claimed(keyed);
    if (found.is === 'ANSWERED') return replay(res, found, keyed.key);
    const { attempt } = found;
    req.operationId = attempt.operationId;
    req.isRepeated = attempt.attempt > 1;
    this.#keepAtEnd(res, keyed, attempt);
    const failed = (err: unknown) => this.#log.warn({ err }, 'could not renew the lease of a keyed request');
    const renewing = setInterval(() => renewLease(this.#db, attempt).catch(failed), leaseMs / 3);
    try {
      await work();
    } finally {
      clearInterval(renewing);
    }
  }

  /** The attempt, or the answer of an earlier one; waits for one that is under way. */
  async #claimed(keyed: Keyed): Promise<Extract<Claimed, { is: 'CLAIMED' | 'ANSWERED' }>> {
    const until = performance.now() + this.#patienceMs;
    for (let pause = pauseMs.first; ; pause = Math.min(pause * 1.5, pauseMs.longest)) {
      const claimed = await claimKey(this.#db, { ...keyed, operationId: randomUUID() });
      if (claimed.is === 'OTHER_REQUEST') {
        throw new UnprocessableContent(
          'the Idempotency-Key was used for another request: send a new key with each new request',
          { errors: [{ field: 'Idempotency-Key', in: 'header', detail: 'was used for another request' }] },
        );
      }
      if (claimed.is !== 'OUTSTANDING') return claimed;
      if (performance.now() + pause > until) {
        throw new Conflict(
          'the first request with this Idempotency-Key is still under way: repeat it later',
          { code: 'IDEMPOTENCY_KEY_BUSY', headers: { 'Retry-After': '5' } },
        );
      }
      await sleep(pause);
    }
  }

  /** Keeps the answer before it is sent, so that anyone who does not get it finds it. */
  #keepAtEnd(res: Response, keyed: Keyed, attempt: Attempt): void {
    const failed = (err: unknown) => this.#log.warn({ err }, 'could not keep the answer of a keyed request');
    atEnd(res, (body, end) => {
      void this.#keep(res, body, keyed, attempt)
        .catch(failed)
        .then(() => end(body));
    });
  }

  async #keep(res: Response, sent: Body, keyed: Keyed, attempt: Attempt): Promise<void> {
    const status = res.statusCode;
    if (status >= 500 || passing.has(status)) return releaseKey(this.#db, attempt);
    const body = Buffer.from(sent);
    const answer = sealed({ headers: headersOf(res), body }, keyed.key);
    const clientId = clientIn(keyed.content) ?? clientIn(body.toString('latin1'));
    const kept = answer.length > largestAnswer ? null : answer;
    await keepAnswer(this.#db, attempt, { status, answer: kept, clientId });
  }
}

function replay(res: Response, { status, answer }: Extract<Claimed, { is: 'ANSWERED' }>, key: string): void {
  if (answer === null) {
    throw new Conflict(
      'the request with this Idempotency-Key was carried out, but its answer is not kept: it was large, or was erased with its client',
      { code: 'ANSWER_NOT_KEPT' },
    );
  }
  const { headers, body } = unsealed(answer, key);
  res
    .status(status)
    .set({ ...headers, 'Idempotency-Replayed': 'true' })
    .send(body);
}

function keyedBy(req: Request, given: string, body: unknown): Keyed {
  const { organizationId, personId, apiKey } = callerOf(req);
  const key = [organizationId, personId ?? apiKey, given].join('\u001f');
  const sent = withHashedPasswords(body, key);
  const content = canonicalJson([req.method, req.originalUrl, req.headers['if-match'], sent]);
  return { key, keySha256: sha256(key), requestSha256: sha256(content), content };
}

/** A body whose passwords cannot be guessed by the hash of the request: only its caller knows the key. */
function withHashedPasswords(body: unknown, key: string): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const passwords = Object.entries(body).filter(([name]) => name === 'password' || name === 'newPassword');
  if (passwords.length === 0) return body;
  const hashed = passwords.map(([name, value]) => [name, sha256(`${key}\u001f${value}`).toString('hex')]);
  return { ...body, ...Object.fromEntries(hashed) };
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

function headersOf(res: Response): Record<string, string> {
  const present = keptHeaders.filter((name) => res.hasHeader(name));
  return Object.fromEntries(present.map((name) => [name, String(res.getHeader(name))]));
}

/** The client that a JSON text names: the answer is erased with it. */
function clientIn(text: string): string | null {
  return /"(?:clientId|client|policyClientId)":"([0-9a-f-]{36})"/i.exec(text)?.[1] ?? null;
}

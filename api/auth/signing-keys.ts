import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { Database } from '../../db/database.js';
import { deleteSigningKeys, keepFirstSigningKey, listSigningKeys } from '../../db/identity/signing-keys.js';

export const signingAlgorithm = 'ES256';
export const tokenLifetimeSeconds = 3_600;
/** The clocks of processes may differ, and a process may sign with a key until it hears that it is retired. */
export const leewaySeconds = 60;

type Key = Exclude<Awaited<ReturnType<typeof importJWK>>, Uint8Array>;

export interface VerifyingKey {
  key: Key;
  /** Milliseconds since 1970; absent for the active key. */
  retiredAtMs?: number;
}

interface KeyRing {
  active: { kid: string; privateKey: Key };
  verifying: ReadonlyMap<string, VerifyingKey>;
}

/** The shortest interval between database reads for unknown key ids. */
const reloadEveryMs = 5_000;
/** The age of a key ring that is read again while notifications of changes are not received. */
const unheardMs = 1_000;

/**
 * The key pairs that every API process of an installation shares. A retired one verifies the tokens that it signed
 * before, for as long as they are valid, and is then deleted.
 */
export class SigningKeys {
  #ring: Promise<KeyRing> | undefined;
  #loadedAtMs = 0;

  constructor(
    private readonly db: Database,
    private readonly hearsChanges: () => boolean,
  ) {}

  /** The key that signs new tokens; made at the first start of an installation, and after the last was retired. */
  async active(): Promise<{ kid: string; privateKey: Key }> {
    return (await this.#current()).active;
  }

  /** The key that verifies the tokens of that id; `undefined` if there is none. */
  async verifying(kid: string): Promise<VerifyingKey | undefined> {
    const known = (await this.#current()).verifying.get(kid);
    // Another process may sign with a new key already.
    if (known || this.#ageMs() < reloadEveryMs) return known;
    return (await this.#load()).verifying.get(kid);
  }

  /** Has the keys read again, because they changed or may have changed. */
  forget(): void {
    this.#ring = undefined;
  }

  /** Deletes the retired keys whose tokens have all expired. */
  async deleteExpired(now: Date): Promise<void> {
    const expired = (await listSigningKeys(this.db)).filter(
      ({ retiredAt }) =>
        retiredAt !== null &&
        now.getTime() > retiredAt.getTime() + (tokenLifetimeSeconds + leewaySeconds) * 1000,
    );
    if (expired.length > 0)
      await deleteSigningKeys(
        this.db,
        expired.map(({ kid }) => kid),
      );
  }

  #ageMs(): number {
    return performance.now() - this.#loadedAtMs;
  }

  #current(): Promise<KeyRing> {
    const isStale = !this.hearsChanges() && this.#ageMs() > unheardMs;
    return isStale ? this.#load() : (this.#ring ?? this.#load());
  }

  #load(): Promise<KeyRing> {
    this.#loadedAtMs = performance.now();
    const loading = loadRing(this.db);
    loading.catch(() => {
      if (this.#ring === loading) this.#ring = undefined;
    });
    this.#ring = loading;
    return loading;
  }
}

async function loadRing(db: Database): Promise<KeyRing> {
  let rows = await listSigningKeys(db);
  if (!rows.some((row) => row.retiredAt === null)) {
    await keepFirstSigningKey(db, await makeKey());
    rows = await listSigningKeys(db);
  }
  const active = rows.find((row) => row.retiredAt === null);
  if (!active) throw new Error('there is no active signing key');
  const verifying = new Map<string, VerifyingKey>();
  for (const { kid, algorithm, publicJwk, retiredAt } of rows) {
    if (algorithm !== signingAlgorithm) continue;
    const key = await imported(publicJwk);
    verifying.set(kid, { key, ...(retiredAt !== null && { retiredAtMs: retiredAt.getTime() }) });
  }
  return { active: { kid: active.kid, privateKey: await imported(active.privateJwk) }, verifying };
}

async function makeKey() {
  const pair = await generateKeyPair(signingAlgorithm, { extractable: true });
  const publicJwk = await exportJWK(pair.publicKey);
  return {
    kid: await calculateJwkThumbprint(publicJwk),
    algorithm: signingAlgorithm,
    publicJwk,
    privateJwk: await exportJWK(pair.privateKey),
  };
}

async function imported(jwk: JWK): Promise<Key> {
  const key = await importJWK(jwk, signingAlgorithm);
  if (key instanceof Uint8Array) throw new Error('a signing key is not asymmetric');
  return key;
}

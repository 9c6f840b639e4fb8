import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { Database } from '../../db/database.js';
import { keepFirstSigningKey, listSigningKeys } from '../../db/identity/signing-keys.js';

export const signingAlgorithm = 'ES256';

type Key = Exclude<Awaited<ReturnType<typeof importJWK>>, Uint8Array>;

interface KeyRing {
  active: { kid: string; privateKey: Key };
  publicKeys: ReadonlyMap<string, Key>;
}

/** The shortest interval between database reads for unknown key ids. */
const reloadEveryMs = 5_000;

/** The key pairs that every API process of an installation shares. */
export class SigningKeys {
  readonly #db: Database;
  #ring: Promise<KeyRing> | undefined;
  #loadedAtMs = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The key that signs new tokens; made at the first start of an installation. */
  async active(): Promise<{ kid: string; privateKey: Key }> {
    return (await this.#current()).active;
  }

  /** The public key of that id; `undefined` if there is none. */
  async publicKey(kid: string): Promise<Key | undefined> {
    const known = (await this.#current()).publicKeys.get(kid);
    // Another process may sign with a new key already.
    if (known || performance.now() - this.#loadedAtMs < reloadEveryMs) return known;
    return (await this.#load()).publicKeys.get(kid);
  }

  #current(): Promise<KeyRing> {
    return this.#ring ?? this.#load();
  }

  #load(): Promise<KeyRing> {
    this.#loadedAtMs = performance.now();
    const loading = loadRing(this.#db);
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
  const publicKeys = new Map<string, Key>();
  for (const { kid, algorithm, publicJwk } of rows) {
    if (algorithm === signingAlgorithm) publicKeys.set(kid, await imported(publicJwk));
  }
  return { active: { kid: active.kid, privateKey: await imported(active.privateJwk) }, publicKeys };
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

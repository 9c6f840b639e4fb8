import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { Database } from '../../db/database.js';
import { keepFirstSigningKey, listSigningKeys } from '../../db/identity/signing-keys.js';

export const signingAlgorithm = 'ES256';

type Key = Exclude<Awaited<ReturnType<typeof importJWK>>, Uint8Array>;

/** The key pairs that every API process of an installation shares. */
export interface SigningKeys {
  /** The key that signs now; made on the first start of an installation. */
  active(): Promise<{ kid: string; privateKey: Key }>;
  /** The public key of that id; `undefined` if there is none. */
  publicKey(kid: string): Promise<Key | undefined>;
}

interface KeyRing {
  active: { kid: string; privateKey: Key };
  publicKeys: ReadonlyMap<string, Key>;
}

/** How often an unknown key id may cause a look into the database. */
const reloadEveryMs = 5_000;

export function createSigningKeys(db: Database): SigningKeys {
  let ring: Promise<KeyRing> | undefined;
  let loadedAtMs = 0;

  const load = () => {
    loadedAtMs = performance.now();
    const loading = loadRing(db);
    loading.catch(() => {
      if (ring === loading) ring = undefined;
    });
    ring = loading;
    return loading;
  };
  const current = () => ring ?? load();

  return {
    active: async () => (await current()).active,
    async publicKey(kid) {
      const known = (await current()).publicKeys.get(kid);
      // Another process may have started to sign with a new key.
      if (known || performance.now() - loadedAtMs < reloadEveryMs) return known;
      return (await load()).publicKeys.get(kid);
    },
  };
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

import { timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import { hashSecret } from '../../db/identity/secrets.js';
import type { AuditNotes } from '../audit/audit-notes.js';
import { originOf } from '../http/origin.js';
import type { Identities, KnownKey } from './identities.js';

export interface KeyAndSecret {
  key: string;
  secret: string;
}

/** Compared for an unknown key, so that it takes as long as a wrong secret. */
const noSecret = { sha256: Buffer.alloc(32), endsAtMs: 0 };

/** The API key with the secret that was given, if it is one of its secrets now. A refusal of a known key is noted. */
export async function verifiedKey(
  { identities, audit }: { identities: Identities; audit: Pick<AuditNotes, 'note'> },
  req: Request,
  { key, secret }: KeyAndSecret,
): Promise<{ known: KnownKey; by: KnownKey['secrets'][number] } | undefined> {
  if (!/^ioi_[0-9a-f]{24}$/.test(key)) return undefined;
  const known = await identities.apiKey(key);
  const given = hashSecret(secret);
  const matching = [noSecret, ...(known?.secrets ?? [])].filter(({ sha256 }) =>
    timingSafeEqual(given, sha256),
  );
  const by = matching.at(-1);
  if (known && by) return { known, by };
  if (known) {
    const { organizationId } = known.caller;
    audit.note({ action: 'KEY_REFUSED', organizationId, targetId: key, origin: originOf(req) });
  }
  return undefined;
}

/** The key and secret of `Authorization: Basic`; undefined if there are none. */
export function basicIn({ headers }: Pick<Request, 'headers'>): KeyAndSecret | undefined {
  const encoded = /^basic +([\w+/=-]+)$/i.exec(headers.authorization ?? '')?.[1];
  const [, key, secret] = /^([^:]+):(.+)$/.exec(Buffer.from(encoded ?? '', 'base64').toString()) ?? [];
  return key === undefined || secret === undefined ? undefined : { key, secret };
}

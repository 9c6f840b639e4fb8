import type { Knex } from 'knex';
import type { FileUrls } from '../../domain/forms/file-urls.js';
import { interfacePath } from '../../domain/ground/interface-path.js';
import type { Database } from '../database.js';
import { generateSecret, hashSecret } from '../identity/secrets.js';
import { CollectionLink } from '../models/collection-link.js';

/** The address of a link; undefined while the address of the service is unknown. */
export type LinkAddress = (token: string) => string | undefined;

export const linkPath = '/collection-link';
/** In the query: paths are logged. */
export const linkOf = (token: string): string => `${interfacePath}${linkPath}?token=${token}`;

/** The addresses of links below that of the service. */
export const linkAddressBy =
  (urls: Pick<FileUrls, 'addressOf'>): LinkAddress =>
  (token) =>
    urls.addressOf(linkOf(token));

/** As long as a policyholder looks for the last letter. */
const lifeDays = 100;

/** Makes a link's token, of which only the hash is kept. */
export async function newLink(
  trx: Knex,
  policyId: string,
  { systemTime }: { systemTime: Date },
): Promise<string> {
  const token = generateSecret();
  const expiresAt = linkEnd(systemTime);
  await CollectionLink.query(trx).insert({ tokenSha256: hashSecret(token), policyId, expiresAt });
  return token;
}

export const linkEnd = (from: Date): Date => new Date(from.getTime() + lifeDays * 86_400_000);

/** The policy of a link that is not over. */
export async function policyOfLink(db: Knex, token: string, now: Date): Promise<string | undefined> {
  const link = await CollectionLink.query(db).findById(hashSecret(token)).where('expires_at', '>', now);
  return link?.policyId;
}

/** Deletes links that are over. */
export async function deleteExpiredLinks(db: Database, now: Date): Promise<void> {
  await CollectionLink.query(db).delete().where('expires_at', '<=', now);
}

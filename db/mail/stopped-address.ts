import type { Knex } from 'knex';
import { Mail } from '../models/mail.js';

interface Addressee {
  organizationId: string;
  clientId: string | undefined;
  personId: string | undefined;
  address: string;
  /** What came back before does not count. */
  since?: Date | undefined;
}

/**
 * Whether nothing more is sent to an address of a client or person: a mail to it came back for good, or its reader
 * complained, and nobody has had a mail to it sent again since.
 */
export async function isStoppedAddress(
  db: Knex,
  { organizationId, clientId, personId, address, since }: Addressee,
): Promise<boolean> {
  const addressee =
    personId === undefined ? { client_id: clientId ?? null, person_id: null } : { person_id: personId };
  const last = await Mail.query(db)
    .modify('visibleTo', organizationId)
    .where(addressee)
    .whereRaw('lower(to_address) = lower(?)', [address])
    .where((one) => one.whereNotNull('bounced_at').orWhereNotNull('resent_at'))
    .max('bounced_at as bouncedAt')
    .max('resent_at as resentAt')
    .first()
    .castTo<{ bouncedAt: Date | null; resentAt: Date | null }>();
  if (last.bouncedAt === null || (since && last.bouncedAt < since)) return false;
  return last.resentAt === null || last.resentAt < last.bouncedAt;
}

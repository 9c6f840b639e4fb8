import type { Database } from '../database.js';
import type { SignInMethod } from '../models/session.js';

/** How a person signs in, and when they last did as far as the audit log goes back. */
export interface SignIn {
  lastAt: Date | null;
  lastMethod: SignInMethod | null;
  hasSecondFactor: boolean;
  /** The identity provider that knows them; null if none does. */
  issuer: string | null;
}

/** The sign-ins of people, by their ids. */
export async function readSignIns(db: Database, personIds: readonly string[]): Promise<Map<string, SignIn>> {
  const { rows } = await db.raw<{ rows: (SignIn & { id: string })[] }>(
    `select p.id, l.recorded_at as "lastAt", l.details ->> 'method' as "lastMethod",
       exists (select from second_factors f where f.person_id = p.id and f.confirmed_at is not null) as "hasSecondFactor",
       (select min(i.issuer) from provider_identities i where i.person_id = p.id) as issuer
     from people p
     left join lateral (
       select recorded_at, details from audit_log
       where organization_id = p.organization_id and target_id = p.id::text and action = 'SIGNED_IN'
       order by id desc limit 1
     ) l on true
     where p.id = any (?::uuid[])`,
    [[...personIds]],
  );
  return new Map(rows.map(({ id, ...signIn }) => [id, signIn]));
}

import { servedBy } from '../../api/auth/single-sign-on/provider-settings.js';
import type { Database } from '../../db/database.js';
import { Organization } from '../../db/models/organization.js';
import type { Settings } from '../settings/settings.js';
import { WrongSettings } from '../settings/settings.js';

/**
 * Refuses organizations in `PASSWORDS_OFF` and `SINGLE_SIGN_ON` that do not exist: a mistyped id would leave passwords on, or
 * end sign-ins only later. Throws `WrongSettings`.
 */
export async function requireOrganizations(
  db: Database,
  { passwordsOff, identityProviders }: Pick<Settings, 'passwordsOff' | 'identityProviders'>,
): Promise<void> {
  const named = [
    ...(passwordsOff === 'ALL' ? [] : [...passwordsOff].map((id) => ['PASSWORDS_OFF', id] as const)),
    ...Object.values(identityProviders)
      .flatMap(servedBy)
      .map((id) => ['SINGLE_SIGN_ON', id] as const),
  ];
  if (named.length === 0) return;
  const known = await Organization.query(db)
    .whereIn(
      'id',
      named.map(([, id]) => id),
    )
    .select('id');
  const unknown = named.find(([, id]) => !known.some((each) => each.id === id));
  if (unknown === undefined) return;
  const [setting, id] = unknown;
  throw new WrongSettings(`Wrong settings:\n  ${setting} names ${id}, and there is no such organization`);
}

import { hash } from 'node:crypto';
import { userIdPattern } from '../../../db/identity/people.js';
import type { Role } from '../../http/roles.js';
import type { IdentityProvider } from './provider-settings.js';

/** What a provider says of somebody who has signed in: the claims of the ID token and of the userinfo endpoint. */
export type Claims = Readonly<Record<string, unknown>>;

/** What it means here. */
export interface Access {
  organizationId: string;
  roles: Role[];
}

/** Why somebody whom the provider knows may not come in. */
export type NoAccess = 'NO_ORGANIZATION' | 'NO_ROLE';

/** The organization that the claims lead to. */
export function organizationOf(claims: Claims, provider: IdentityProvider): string | undefined {
  const { organizations } = provider;
  const ids = organizations
    ? valuesOf(claims, organizations.claim).flatMap((value) => ownOf(organizations.ids, value) ?? [])
    : [provider.organizationId];
  // Somebody of several organizations signs in through a provider for each.
  const [organizationId, ...others] = new Set(ids);
  return others.length > 0 ? undefined : organizationId;
}

/** The organization and roles of somebody by the mapping of the provider. Values that it does not map give nothing. */
export function accessOf(claims: Claims, provider: IdentityProvider): Access | NoAccess {
  const { roles } = provider;
  const organizationId = organizationOf(claims, provider);
  if (organizationId === undefined) return 'NO_ORGANIZATION';
  const given = valuesOf(claims, roles.claim).flatMap((value) => ownOf(roles.gives, value) ?? []);
  return given.length === 0 ? 'NO_ROLE' : { organizationId, roles: [...new Set(given)].sort() };
}

/** The texts of a claim, which has one or a list; a name with dots that no claim has leads into objects. */
export function valuesOf(claims: Claims, claim: string): string[] {
  const found = ownOf(claims, claim) ?? claim.split('.').reduce<unknown>(stepInto, claims);
  return [found].flat().filter((value) => typeof value === 'string');
}

const stepInto = (within: unknown, name: string): unknown =>
  typeof within === 'object' && within !== null ? ownOf(within as Claims, name) : undefined;

function ownOf<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

export interface Named {
  firstName: string;
  lastName: string;
  email: string | null;
  /** User ids for somebody new, the best first; the last one is nobody else's. */
  userIds: string[];
}

const longestName = 200;
/** The database keeps no NUL, and nobody's name has the others. */
const controls = /\p{Cc}/gu;

/**
 * How somebody is called. User ids are unique in the installation, and a provider speaks for its own people only: theirs begin
 * with its name, so that no claim takes the user id that somebody of another organization has or will have.
 */
export function namesOf(
  claims: Claims,
  { name: provider, settings: { issuer } }: { name: string; settings: Pick<IdentityProvider, 'issuer'> },
  { organizationId }: Access,
): Named {
  const text = (claim: string) =>
    (valuesOf(claims, claim)[0] ?? '').replace(controls, ' ').trim().slice(0, longestName);
  const [given, family] = [text('given_name'), text('family_name')];
  // Some providers write it as a text. Those that state nothing vouch for what they state.
  const isRefuted = String(claims.email_verified) === 'false';
  const email = isRefuted ? '' : text('email');
  const sub = text('sub');
  const unique = hash('sha256', JSON.stringify([issuer, claims.sub, organizationId])).slice(0, 32);
  const names = [email, text('preferred_username'), sub, unique].filter((each) => each !== '');
  return {
    firstName: given || family ? given : text('name'),
    lastName: family,
    email: email || null,
    userIds: names.map((each) => `${provider}/${each}`).filter((id) => userIdPattern.test(id)),
  };
}

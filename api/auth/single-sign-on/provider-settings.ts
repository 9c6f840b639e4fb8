import { z } from 'zod';
import { roleNames } from '../../http/roles.js';

const isLoopback = ({ hostname }: URL) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

const issuer = z.string().refine((text) => {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))) && url.search === '';
}, 'must be an https URL such as https://login.example.com');

const claim = z
  .string()
  .regex(/^[\w:./-]{1,200}$/, 'must be the name of a claim, or a path such as realm_access.roles');

/** As the database writes it, whose ids are compared with it. */
const organizationId = z.guid().toLowerCase();

/** An identity provider, as the operator sets it up: what it says of people, and what that means here. */
const provider = z
  .strictObject({
    issuer,
    /** On the button, after "Sign in with". */
    label: z.string().trim().min(1).max(60),
    clientId: z.string().min(1).max(500),
    clientSecret: z.string().min(1).max(2000),
    scope: z
      .string()
      .regex(/^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/, 'must be scopes with spaces between')
      .refine((scopes) => scopes.split(' ').includes('openid'), 'must have openid')
      .default('openid profile email'),
    /** The organization of everybody whom it signs in. */
    organizationId: organizationId.optional(),
    /** Or the organization by a claim: `{"claim": "company", "ids": {"acme": "…"}}`. */
    organizations: z.strictObject({ claim, ids: z.record(z.string(), organizationId) }).optional(),
    /** The roles by a claim with one value or a list: `{"claim": "groups", "gives": {"UW": ["underwriter"]}}`. */
    roles: z.strictObject({
      claim,
      gives: z.record(
        z.string(),
        z.array(z.enum(roleNames, `must be one of ${roleNames.join(', ')}`)).min(1),
      ),
    }),
  })
  .refine(
    ({ organizationId, organizations }) => (organizationId === undefined) !== (organizations === undefined),
    'must have organizationId or organizations, and not both',
  );

/** The identity providers by their names, which are part of the addresses that they call back. */
export const identityProviders = z
  .record(
    z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'names are lower-case words joined by hyphens'),
    provider,
  )
  .refine(
    (all) =>
      new Set(Object.values(all).map((each) => `${each.issuer} ${each.clientId}`)).size ===
      Object.keys(all).length,
    'must not have the same issuer and clientId twice',
  );

export type IdentityProvider = z.output<typeof provider>;
export type IdentityProviders = Readonly<Record<string, IdentityProvider>>;

/** The organizations whose people a provider signs in. */
export const servedBy = ({ organizationId, organizations }: IdentityProvider): string[] =>
  organizationId === undefined ? Object.values(organizations?.ids ?? {}) : [organizationId];

/** The providers that sign in the people of an organization. */
export const providersOf = (providers: IdentityProviders, organizationId: string) =>
  Object.entries(providers)
    .filter(([, provider]) => servedBy(provider).includes(organizationId))
    .map(([provider, { label, issuer }]) => ({ provider, label, issuer }));

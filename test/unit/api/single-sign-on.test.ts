import { describe, expect, it } from 'vitest';
import { accessOf, namesOf, valuesOf } from '../../../api/auth/single-sign-on/access-of-claims.js';
import { lifetimeOf } from '../../../api/auth/single-sign-on/provider-client.js';
import {
  type IdentityProvider,
  identityProviders,
  providersOf,
} from '../../../api/auth/single-sign-on/provider-settings.js';
import { isConsolePath } from '../../../api/auth/single-sign-on/return-path.js';

const id = '11111111-1111-1111-1111-111111111111';
const provider = {
  ...{ issuer: 'https://login.acme.example', label: 'Acme', clientId: 'ioi', clientSecret: 's' },
  organizationId: id,
  roles: { claim: 'realm_access.roles', gives: { uw: ['underwriter'], all: ['service', 'underwriter'] } },
};
const { acme } = identityProviders.parse({ acme: provider }) as { acme: IdentityProvider };

describe('the values of a claim', () => {
  it.each([
    [{ groups: 'one' }, 'groups', ['one']],
    [{ groups: ['one', 2, null, 'two'] }, 'groups', ['one', 'two']],
    [{ realm_access: { roles: ['one'] } }, 'realm_access.roles', ['one']],
    [{ 'https://acme.example/roles': ['one'] }, 'https://acme.example/roles', ['one']],
    [{ groups: 'text' }, 'groups.length', []],
    [{}, 'constructor.name', []],
    [{ groups: { a: 1 } }, 'groups', []],
  ])('of %j at %s are %j', (claims, claim, values) => {
    expect(valuesOf(claims, claim)).toEqual(values);
  });
});

it('gives the roles of all values, each once, and nothing for those that are not mapped', () => {
  const roles = (...given: string[]) => accessOf({ realm_access: { roles: given } }, acme);
  expect(roles('all', 'uw', 'other')).toEqual({ organizationId: id, roles: ['service', 'underwriter'] });
  expect(roles('other', '__proto__', 'toString')).toBe('NO_ROLE');
});

it('tells the providers of an organization', () => {
  const other = identityProviders.parse({
    other: { ...provider, clientId: 'other', organizationId: '22222222-2222-2222-2222-222222222222' },
  });
  expect(providersOf({ acme, ...other }, id)).toEqual([
    { provider: 'acme', label: 'Acme', issuer: 'https://login.acme.example' },
  ]);
});

const client = { name: 'acme', settings: acme };
const access = { organizationId: id, roles: [] };

it('has user ids for somebody new that begin with the provider, and are nobody else’s at the end', () => {
  const claims = {
    sub: 's-1',
    name: 'Ada Byron',
    email: 'ada@acme.example',
    preferred_username: 'has spaces',
  };
  expect(namesOf(claims, client, access)).toEqual({
    ...{ firstName: 'Ada Byron', lastName: '', email: 'ada@acme.example' },
    userIds: ['acme/ada@acme.example', 'acme/s-1', expect.stringMatching(/^acme\/[0-9a-f]{32}$/)],
  });
});

it.each([
  [true, 'ada@acme.example'],
  ['true', 'ada@acme.example'],
  [undefined, 'ada@acme.example'],
  [false, null],
  ['false', null],
])('believes an e-mail address whose email_verified is %j: %j', (email_verified, email) => {
  const named = namesOf({ sub: 's-1', email: 'ada@acme.example', email_verified }, client, access);
  expect(named.email).toBe(email);
  expect(named.userIds[0]).toBe(`acme/${email ?? 's-1'}`);
});

it.each([
  [300, 300],
  [undefined, 3600],
  [0, 1],
  [-5, 1],
  [1e15, 86_400],
])('with tokens for %s s a provider is believed for %i s', (stated, seconds) => {
  expect(lifetimeOf(stated)).toBe(seconds);
});

it('takes control characters out of names', () => {
  const claims = {
    sub: 's',
    given_name: 'A\u0000da',
    family_name: '\nByron\u0007',
    email: 'a\u0000@b.example',
  };
  expect(namesOf(claims, client, access)).toMatchObject({ firstName: 'A da', lastName: 'Byron' });
});

it.each([
  ['plain http', { issuer: 'http://login.acme.example' }],
  ['a role that does not exist', { roles: { claim: 'groups', gives: { uw: ['owner'] } } }],
  ['no organization', { organizationId: undefined }],
  ['two ways to an organization', { organizations: { claim: 'company', ids: {} } }],
  ['no openid', { scope: 'profile' }],
  ['an unknown name', { tenant: 'x' }],
])('an identity provider with %s is refused', (_what, change) => {
  expect(identityProviders.safeParse({ acme: { ...provider, ...change } }).success).toBe(false);
});

it.each([
  '/console',
  '/console/',
  '/console/policies?state=ACTIVE&x=%2F',
  '/console?signOn=OVER',
  '/console#a',
])('%s is a page of the console', (path) => expect(isConsolePath(path)).toBe(true));
it.each([
  ...['', '/', '//console', '/consoles', '/\\console', '/console\\x', 'console', '/console/../docs'],
  ...['https://console', '/console/%2e%2e/docs', '/console/a b', '/console/\u0000', '/console@evil.example'],
  `/console/${'x'.repeat(5000)}`,
])('%s is none', (path) => expect(isConsolePath(path)).toBe(false));

import { z } from 'zod';
import { between, type Filters, type FilterValues } from '../filters.js';

const active = z.enum(['true', 'false'], 'must be true or false');
const userCreated = between('created_at', 'people_listed');
const keyCreated = between('created_at', 'api_keys_listed');

/** The filters of the list of users. */
export const userFilters = {
  active: {
    schema: active,
    description: '`false`: those that are disabled.',
    column: 'disabled_at',
    index: 'people_listed',
    condition: { true: 'people.disabled_at is null', false: 'people.disabled_at is not null' },
  },
  createdFrom: userCreated.from,
  createdTo: userCreated.to,
} as const satisfies Filters;

export type UserFilter = FilterValues<typeof userFilters>;

const isActive = 'api_keys.revoked_at is null and coalesce(api_keys.expires_at > now(), true)';

/** The filters of the list of API keys. */
export const keyFilters = {
  active: {
    schema: active,
    description: '`false`: those that are revoked or have expired.',
    column: 'revoked_at',
    index: 'api_keys_listed',
    condition: { true: isActive, false: `not (${isActive})` },
  },
  createdFrom: keyCreated.from,
  createdTo: keyCreated.to,
} as const satisfies Filters;

export type KeyFilter = FilterValues<typeof keyFilters>;

import { z } from 'zod';
import { filterFields } from '../../db/filters.js';
import { keyFilters } from '../../db/identity/identity-filters.js';
import { assistantTerms } from '../../domain/assistants/terms.js';
import { eventType, eventTypes } from '../../domain/events/catalog.js';
import { instant, uuid } from '../../domain/ground/primitives.js';
import { endpoint } from '../http/endpoint.js';
import { pageFields, pageQuery } from '../http/page.js';
import { given, had } from './fields.js';

const tags = ['Administration'] as const;
const params = z.object({ apiKey: z.string().regex(/^ioi_[0-9a-f]{24}$/, 'is not an API key') });
const nobodyElse = {
  403: { description: 'The caller lacks a permission that the key has or would get.' },
  404: { description: 'The organization has no such key.' },
} as const;

const key = z
  .object({
    apiKey: z.string().meta({ description: 'The key, without its secret.' }),
    label: z.string(),
    ...had,
    eventTypes: z
      .array(z.string())
      .optional()
      .meta({ description: 'The only event types that it can fire; absent: no restriction.' }),
    productIds: z
      .array(uuid)
      .optional()
      .meta({ description: 'The only products that it can use; absent: no restriction.' }),
    assistant: assistantTerms.optional().meta({
      description: 'Of a key for assistants: it is for `/mcp` only, and its acts are bound to this.',
    }),
    active: z.boolean().meta({ description: 'Neither revoked nor expired.' }),
    createdTimestamp: instant,
    lastUsedTimestamp: instant.optional().meta({ description: 'To the minute; absent: not used.' }),
    expiresTimestamp: instant.optional(),
    revokedTimestamp: instant.optional(),
    previousValidUntilTimestamp: instant
      .optional()
      .meta({ description: 'Until then the secret before the last rotation is valid.' }),
  })
  .meta({ id: 'ApiKey' });
export type KeyView = z.output<typeof key>;

const withSecret = key
  .extend({ apiSecret: z.string().meta({ description: 'Shown only this once.' }) })
  .meta({ id: 'ApiKeyWithSecret' });

const expiresTimestamp = instant.optional().meta({ description: 'When the key ends; in the future.' });

const keyCreation = z
  .object({
    label: z.string().trim().max(200).default('').meta({ description: 'Its purpose, for people.' }),
    roles: given.roles.default([]),
    permissions: given.permissions.default([]),
    eventTypes: z
      .array(eventType)
      .min(1)
      .max(eventTypes.length)
      .optional()
      .meta({ description: 'The only event types that it can fire; default: no restriction.' }),
    productIds: z
      .array(uuid)
      .min(1)
      .max(1000)
      .optional()
      .meta({ description: 'The only products that it can use; default: no restriction.' }),
    assistant: assistantTerms.optional().meta({
      description:
        'For assistants: the key is then for `/mcp` only, and its acts are bound to this. Default: a key for all interfaces.',
    }),
    expiresTimestamp,
  })
  .meta({ id: 'ApiKeyCreation' });
export type KeyCreation = z.output<typeof keyCreation>;

export const listKeys = endpoint({
  method: 'get',
  path: '/key',
  operationId: 'listApiKeys',
  summary: 'List API keys',
  description:
    'The keys of the organization without their secrets, the latest created first. Pages end after 10,000: continue ' +
    'with `createdTo`. An extension.',
  tags,
  query: z.object({ ...filterFields(keyFilters), ...pageQuery }),
  responses: {
    200: {
      description: 'A page of keys.',
      schema: z.object({ ...pageFields(key), totalIsExact: z.boolean() }).meta({ id: 'ApiKeyPage' }),
    },
  },
  permission: 'administration:read',
});
export type KeyQuery = z.output<NonNullable<typeof listKeys.query>>;

export const createKey = endpoint({
  method: 'post',
  path: '/key',
  operationId: 'createApiKey',
  summary: 'Create an API key',
  description: 'A key without roles and permissions may do nothing. An extension.',
  tags,
  body: keyCreation,
  bodyExample: { label: 'web site', roles: ['producer'], eventTypes: ['GET_QUOTES', 'SELECT_QUOTE'] },
  responses: {
    200: { description: 'The key with its secret.', schema: withSecret },
    403: { description: 'The caller lacks a permission that the key would get.' },
  },
  permission: 'administration:write',
});

export const getKey = endpoint({
  method: 'get',
  path: '/key/:apiKey',
  operationId: 'getApiKey',
  summary: 'Read an API key',
  description: 'Without its secret. An extension.',
  tags,
  params,
  responses: { 200: { description: 'The key.', schema: key }, 404: nobodyElse[404] },
  permission: 'administration:read',
});

const rotation = z
  .object({
    previousValidHours: z
      .number()
      .int()
      .min(0)
      .max(720)
      .default(168)
      .meta({ description: 'How long the secret before stays valid; 0 ends it at once.' }),
    expiresTimestamp,
  })
  .meta({ id: 'ApiKeyRotation' });
export type KeyRotation = z.output<typeof rotation>;

export const rotateKey = endpoint({
  method: 'post',
  path: '/key/:apiKey/rotate',
  operationId: 'rotateApiKey',
  summary: 'Give an API key a new secret',
  description: 'The secret before stays valid for a while; an earlier one ends at once. An extension.',
  tags,
  params,
  body: rotation,
  bodyOptional: true,
  bodyExample: { previousValidHours: 24 },
  responses: {
    200: { description: 'The key with its new secret.', schema: withSecret },
    ...nobodyElse,
    409: { description: 'The key is revoked.' },
  },
  permission: 'administration:write',
});

export const revokeKey = endpoint({
  method: 'post',
  path: '/key/:apiKey/revoke',
  operationId: 'revokeApiKey',
  summary: 'Revoke an API key',
  description: 'For good. Every API process refuses it within moments. An extension.',
  tags,
  params,
  responses: {
    200: { description: 'The key.', schema: key },
    ...nobodyElse,
    409: { description: 'It is the key of the caller.' },
  },
  permission: 'administration:write',
});

import { z } from 'zod';
import type { S3Access } from '../../documents/stores/s3-client.js';
import type { S3Settings } from '../../documents/stores/s3-store.js';

/** The settings of a bucket that stores documents instead of the database. */
export const s3Settings = {
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional()
    .meta({
      unset: 'the database',
      description: 'a bucket for new [documents](../reference/documents.md#where-they-are-kept)',
    }),
  S3_REGION: z
    .string()
    .regex(/^[\w-]+$/, 'must be a region such as eu-central-1')
    .default('us-east-1')
    .meta({ description: "the bucket's region" }),
  S3_ENDPOINT: z
    .string()
    .refine(
      (value) => /^https?:\/\/[^/]+\/?$/.test(value) && URL.canParse(value),
      'must be a URL without a path, such as https://objects.example.com',
    )
    .optional()
    .meta({
      unset: "Amazon's",
      description: 'the address of another store, such as `https://objects.example.com`',
    }),
  S3_ACCESS_KEY_ID: z.string().optional().meta({
    secret: true,
    unset: "the machine's own credentials, such as its role",
    description: 'an access key to the store, with its secret',
  }),
  S3_SECRET_ACCESS_KEY: z
    .string()
    .optional()
    .meta({ secret: true, description: 'the secret of the access key' }),
  S3_PREFIX: z
    .string()
    .regex(/^[\w./-]*$/, 'must be made of letters, digits, dots, dashes and slashes')
    .default('')
    .meta({ description: 'a prefix for every key, such as `prod/`' }),
  S3_PATH_STYLE: z.enum(['true', 'false'], 'must be true or false').optional().meta({
    unset: '`true` with `S3_ENDPOINT`',
    description: '`true` puts the bucket into the path',
  }),
};

type Given = z.output<z.ZodObject<typeof s3Settings>>;

/** Checks settings that depend on each other. */
export function checkS3Settings(given: Given, context: z.RefinementCtx): void {
  const hasKey = given.S3_ACCESS_KEY_ID !== undefined;
  const hasSecret = given.S3_SECRET_ACCESS_KEY !== undefined;
  if (hasKey !== hasSecret) {
    const missing = hasKey ? 'S3_SECRET_ACCESS_KEY' : 'S3_ACCESS_KEY_ID';
    context.addIssue({ code: 'custom', path: [missing], message: 'needs the other half of the key' });
  }
  if (given.S3_ENDPOINT !== undefined && given.S3_BUCKET === undefined) {
    context.addIssue({ code: 'custom', path: ['S3_BUCKET'], message: 'is needed if S3_ENDPOINT is set' });
  }
}

/** How the store is reached, for documents and for the warehouse. */
export function s3AccessOf(given: Given): S3Access {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = given;
  const hasKey = accessKeyId !== undefined && secretAccessKey !== undefined;
  const endpoint = given.S3_ENDPOINT?.replace(/\/$/, '');
  return {
    region: given.S3_REGION,
    endpoint,
    credentials: hasKey ? { accessKeyId, secretAccessKey } : undefined,
    pathStyle: given.S3_PATH_STYLE === undefined ? endpoint !== undefined : given.S3_PATH_STYLE === 'true',
  };
}

/** Undefined: documents are stored in the database. */
export function s3SettingsOf(given: Given): S3Settings | undefined {
  if (given.S3_BUCKET === undefined) return undefined;
  return { ...s3AccessOf(given), bucket: given.S3_BUCKET, prefix: given.S3_PREFIX };
}

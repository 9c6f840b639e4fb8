import { z } from 'zod';
import type { S3Settings } from '../../documents/stores/s3-store.js';

/** The settings of a bucket that stores documents instead of the database. */
export const s3Settings = {
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[\w-]+$/, 'must be a region such as eu-central-1')
    .default('us-east-1'),
  S3_ENDPOINT: z
    .string()
    .refine(
      (value) => /^https?:\/\/[^/]+\/?$/.test(value) && URL.canParse(value),
      'must be a URL without a path, such as https://objects.example.com',
    )
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PREFIX: z
    .string()
    .regex(/^[\w./-]*$/, 'must be made of letters, digits, dots, dashes and slashes')
    .default(''),
  S3_PATH_STYLE: z.enum(['true', 'false'], 'must be true or false').optional(),
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

/** Undefined: documents are stored in the database. */
export function s3SettingsOf(given: Given): S3Settings | undefined {
  if (given.S3_BUCKET === undefined) return undefined;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = given;
  const hasKey = accessKeyId !== undefined && secretAccessKey !== undefined;
  const endpoint = given.S3_ENDPOINT?.replace(/\/$/, '');
  return {
    bucket: given.S3_BUCKET,
    region: given.S3_REGION,
    endpoint,
    credentials: hasKey ? { accessKeyId, secretAccessKey } : undefined,
    prefix: given.S3_PREFIX,
    pathStyle: given.S3_PATH_STYLE === undefined ? endpoint !== undefined : given.S3_PATH_STYLE === 'true',
  };
}

import { existsSync } from 'node:fs';
import { z } from 'zod';
import { WrongSettings } from './settings.js';

/** How commands reach a running service instead of a database. */
export interface ServiceAccess {
  /** Without a trailing slash. */
  url: string;
  credentials: { apiKey: string; apiSecret: string } | { userId: string; password: string };
}

const schema = z.object({
  IOI_URL: z
    .string()
    .refine(
      (value) => URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol),
      'must be a URL such as https://quotes.example.com',
    )
    .optional(),
  IOI_API_KEY: z.string().optional(),
  IOI_API_SECRET: z.string().optional(),
  IOI_USER_ID: z.string().optional(),
  IOI_PASSWORD: z.string().optional(),
});

/**
 * The service that a command works on: the one at `url`, by default at `IOI_URL`; undefined for a database.
 * Credentials come from the environment only, as command lines are kept in histories. Throws `WrongSettings`.
 */
export function readServiceAccess(
  environment: NodeJS.ProcessEnv,
  url: string | undefined,
): ServiceAccess | undefined {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const { success, data, error } = schema.safeParse(url === undefined ? given : { ...given, IOI_URL: url });
  if (!success) {
    const [issue] = error.issues;
    throw new WrongSettings(`${url === undefined ? 'IOI_URL' : '--url'} ${issue?.message}.`);
  }
  const { IOI_URL, IOI_API_KEY, IOI_API_SECRET, IOI_USER_ID, IOI_PASSWORD } = data;
  if (IOI_URL === undefined) return undefined;
  const service = { url: IOI_URL.replace(/\/+$/, '') };
  if (IOI_API_KEY !== undefined && IOI_API_SECRET !== undefined) {
    return { ...service, credentials: { apiKey: IOI_API_KEY, apiSecret: IOI_API_SECRET } };
  }
  if (IOI_USER_ID !== undefined && IOI_PASSWORD !== undefined) {
    return { ...service, credentials: { userId: IOI_USER_ID, password: IOI_PASSWORD } };
  }
  throw new WrongSettings(
    `For ${IOI_URL}, set IOI_API_KEY and IOI_API_SECRET, or IOI_USER_ID and IOI_PASSWORD, in the environment.`,
  );
}

/** That of this process: its environment and an optional `.env` file in the working folder. */
export function loadServiceAccess(url: string | undefined): ServiceAccess | undefined {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readServiceAccess(process.env, url);
}

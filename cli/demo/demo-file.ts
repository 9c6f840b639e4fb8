import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { DemoIntakes } from '../../db/seeds/demo-products.js';
import { demoRoles } from './organizations.js';

const person = z.object({ userId: z.string(), password: z.string(), personId: z.guid() });

const organization = z.object({
  id: z.guid(),
  name: z.string(),
  apiKey: z.string(),
  apiSecret: z.string(),
  /** May do everything. */
  user: person,
  /** One person a role. */
  people: z.array(person.extend({ role: z.enum(demoRoles) })).default([]),
});

/** Somebody who can sign in. */
export type DemoPerson = z.infer<typeof person>;

/** An organization of the demo data with its credentials. */
export type DemoAccess = z.infer<typeof organization>;

export interface DemoProductEntry {
  key: string;
  lineId: string;
  versionId: string;
  name: string;
  organizationId: string;
  /** The document and evaluation forms. */
  forms: { formConfigId: string; name: string; kind: 'DOCUMENT' | 'EVALUATION' }[];
  /** A full `GET_QUOTES` intake for each outcome. */
  intakes: DemoIntakes;
}

/** The content of `demo.json`: a running installation with demo data, for scripts and tests. */
export interface DemoFile {
  baseUrl: string;
  /** Null if Temporal is an external server. */
  temporalUi: string | null;
  temporalAddress: string;
  databaseUrl: string;
  organizations: DemoAccess[];
  products: DemoProductEntry[];
}

export const demoFilePath = (dataDir: string): string => path.join(dataDir, 'demo.json');

/** The credentials of an earlier start; none if there is no readable file. */
export async function readDemoAccess(dataDir: string): Promise<DemoAccess[]> {
  const demo = await readDemo(dataDir, z.object({ organizations: z.array(organization) }));
  return demo?.organizations ?? [];
}

/** Where the demo service is, with the credentials of its organizations; undefined if there is no readable file. */
export const readDemoService = (dataDir: string) =>
  readDemo(dataDir, z.object({ baseUrl: z.string(), organizations: z.array(organization) }));

/** The Temporal server of a running `npm start`; undefined if there is no readable file. */
export async function readDemoTemporal(dataDir: string): Promise<string | undefined> {
  return (await readDemo(dataDir, z.object({ temporalAddress: z.string() })))?.temporalAddress;
}

async function readDemo<Part>(dataDir: string, part: z.ZodType<Part>): Promise<Part | undefined> {
  try {
    return part.parse(JSON.parse(await readFile(demoFilePath(dataDir), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Writes atomically; only the owner can read the file. */
export async function writeSecretFile(file: string, content: unknown): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  await rename(unfinished, file);
}

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Endpoint } from '../../api/http/endpoint.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The endpoints that need credentials, by path. */
export async function declaredEndpoints(): Promise<Endpoint[]> {
  return (await allEndpoints()).filter(({ unauthenticated }) => !unauthenticated);
}

/** All endpoints, by path: what modules of `api/` export, so no server is needed. */
export async function allEndpoints(): Promise<Endpoint[]> {
  const files = readdirSync(path.join(root, 'api'), { recursive: true, encoding: 'utf8' })
    .map((file) => `api/${file}`)
    .filter((file) => file.endsWith('.ts'))
    .filter((file) => / endpoint\(\{/.test(readFileSync(path.join(root, file), 'utf8')));
  const modules: object[] = await Promise.all(files.map((file) => import(path.join(root, file))));
  return modules
    .flatMap((module) => Object.values(module).flatMap(endpointsIn))
    .sort((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method));
}

function endpointsIn(exported: unknown): Endpoint[] {
  if (typeof exported !== 'object' || exported === null) return [];
  if ('method' in exported && 'path' in exported) return [exported as Endpoint];
  return Object.values(exported).filter(
    (value): value is Endpoint =>
      typeof value === 'object' && value !== null && 'method' in value && 'path' in value,
  );
}

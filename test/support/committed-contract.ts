import { readFileSync } from 'node:fs';
import { openApiDocument } from '../../api/openapi/document.js';
import { interfacePath } from '../../domain/ground/interface-path.js';
import { allEndpoints } from './endpoints.js';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

/** The OpenAPI document of all endpoints as it is committed: paths and schemas by name, so that changes show as such. */
export async function committedContract(): Promise<string> {
  const endpoints = await allEndpoints();
  const served = endpoints.map((endpoint) => ({
    ...endpoint,
    path: endpoint.tags[0] === 'Health' ? endpoint.path : `${interfacePath}${endpoint.path}`,
  }));
  const { paths = {}, components, ...document } = openApiDocument(served, { version });
  const schemas = byName(components?.schemas ?? {});
  const whole = { ...document, paths: byName(paths), components: { ...components, schemas } };
  return `${JSON.stringify(whole, null, 1)}\n`;
}

const byName = (members: object) =>
  Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));

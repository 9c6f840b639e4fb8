import path from 'node:path';
import type { DemoFile } from './demo-file.js';

export const postmanEnvironmentPath = (dataDir: string): string =>
  path.join(dataDir, 'postman-environment.json');

/** Address and credentials of the demo as an environment of Postman, for the collection in `clients/postman`. */
export function postmanEnvironment({ baseUrl, organizations: [organization] }: DemoFile): object {
  const value = (key: string, text = '', type = 'default') => ({ key, value: text, type, enabled: true });
  return {
    name: 'Demo',
    values: [
      value('baseUrl', baseUrl),
      value('key', organization?.apiKey),
      value('secret', organization?.apiSecret, 'secret'),
    ],
    _postman_variable_scope: 'environment',
  };
}

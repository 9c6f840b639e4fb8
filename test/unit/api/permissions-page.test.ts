import { expect, it } from 'vitest';
import { openApiDocument } from '../../../api/openapi/document.js';
import { declaredEndpoints } from '../../support/endpoints.js';
import { permissionsPage } from '../../support/permissions-page.js';

it('has every endpoint that needs credentials, as the OpenAPI document can describe it', async () => {
  const endpoints = await declaredEndpoints();
  const { paths = {} } = openApiDocument(endpoints, { version: '0.0.0-test' });
  for (const { method, path } of endpoints) {
    expect(paths[path.replace(/:(\w+)/g, '{$1}')]?.[method]).toHaveProperty('x-permissions');
  }
});

it('is written from the declarations', async () => {
  await expect(permissionsPage(await declaredEndpoints())).toMatchFileSnapshot(
    '../../../docs/reference/permissions.md',
  );
});

import { expect, it } from 'vitest';
import { declaredEndpoints } from '../support/endpoints.js';
import { permissionsPage } from '../support/permissions-page.js';

it('is written from the declarations', async () => {
  await expect(permissionsPage(await declaredEndpoints())).toMatchFileSnapshot('../../docs/permissions.md');
});

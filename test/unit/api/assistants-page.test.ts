import { expect, it } from 'vitest';
import { listed } from '../../../api/assistants/listed-tool.js';
import { tools } from '../../../api/assistants/tools/index.js';
import { assistantsPage } from '../../support/assistants-page.js';
import { declaredEndpoints } from '../../support/endpoints.js';

it('the page of assistants is written from the declarations', async () => {
  await expect(assistantsPage(await declaredEndpoints())).toMatchFileSnapshot(
    '../../../docs/reference/assistants.md',
  );
});

it('the list of tools is small: some 6,000 tokens of four characters at most', () => {
  expect(JSON.stringify(tools.map(listed)).length / 4).toBeLessThan(6_000);
});

it('each tool is named once, and described in a line', () => {
  const names = tools.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { sentence } of tools) expect(sentence).toMatch(/^[A-Z].{10,160}\.$/);
});

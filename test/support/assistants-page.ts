import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { recordResources, templateOf } from '../../api/assistants/resources.js';
import type { Tool } from '../../api/assistants/tool.js';
import { tools } from '../../api/assistants/tools/index.js';
import { type Endpoint, permissionsFor } from '../../api/http/endpoint.js';
import { prompts } from '../../domain/assistants/prompts.js';

const page = new URL('../../docs/reference/assistants.md', import.meta.url);
const marker = '<!-- From here on written from the declarations by npm run docs:assistants -->';

/** `docs/reference/assistants.md` as tools, resources and prompts are declared: what is above the marker is written by hand. */
export function assistantsPage(endpoints: readonly Endpoint[]): string {
  const [byHand] = readFileSync(fileURLToPath(page), 'utf8').split(marker);
  const byId = new Map(endpoints.map((endpoint) => [endpoint.operationId, endpoint]));
  const rowOf = (tool: Tool) => {
    const { name, sentence, operations, needs = 'ALL' } = tool;
    const permissions = new Set(
      operations.flatMap((id) => {
        const endpoint = byId.get(id);
        if (endpoint === undefined) throw new Error(`${name} names no operation: ${id}`);
        const needed = permissionsFor(endpoint);
        return needed.length > 3 ? ['that of the event'] : needed.map((one) => `\`${one}\``);
      }),
    );
    const joined = [...permissions].join(needs === 'ANY' ? ' or ' : ', ') || 'any';
    const called = operations.map((id) => `\`${id}\``).join(', ');
    return `| \`${name}\` | ${sentence} | ${called} | ${joined} |`;
  };
  return [
    `${byHand}${marker}`,
    '## Tools',
    ['| Tool | | Operations | Permission |', '|---|---|---|---|', ...tools.map(rowOf)].join('\n'),
    '## Resources',
    [
      '| Address | |',
      '|---|---|',
      '| `ioi://glossary` | The terms of the trade |',
      ...recordResources.map((one) => `| \`${templateOf(one)}\` | ${one.title}: ${one.description} |`),
    ].join('\n'),
    '## Prompts',
    [
      '| Prompt | | Arguments |',
      '|---|---|---|',
      ...prompts.map(({ name, description, arguments: taken }) => {
        const named = taken.map((one) => `\`${one.name}\`${one.required ? '' : ' (optional)'}`).join(', ');
        return `| \`${name}\` | ${description} | ${named} |`;
      }),
    ].join('\n'),
  ]
    .join('\n\n')
    .concat('\n');
}

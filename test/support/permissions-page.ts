import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Endpoint, permissionsFor } from '../../api/http/endpoint.js';
import { type Permission, permissionNames, permissions } from '../../api/http/permissions.js';
import { roleNames, roles } from '../../api/http/roles.js';
import { eventCatalog, eventTypes } from '../../domain/events/catalog.js';

const page = new URL('../../docs/reference/permissions.md', import.meta.url);
const marker = '<!-- From here on written from the declarations by npm run docs:permissions -->';

/** `docs/reference/permissions.md` as roles, endpoints and event types are declared: what is above the marker is written by hand. */
export function permissionsPage(endpoints: readonly Endpoint[]): string {
  const [byHand] = readFileSync(fileURLToPath(page), 'utf8').split(marker);
  const sections = [
    '## Roles',
    table(
      'Permission',
      permissionNames.map((permission) => [`\`${permission}\``, [permission]]),
    ),
    '## What each permission allows',
    ['| Permission | Allows to |', '|---|---|', ...permissionNames.map(allowed)].join('\n'),
    '## Endpoints',
    table(
      'Endpoint',
      endpoints.map((endpoint) => [
        `\`${endpoint.method.toUpperCase()} ${endpoint.path}\``,
        permissionsFor(endpoint),
      ]),
    ),
    '## Event types',
    table(
      'Type',
      eventTypes.map((type) => [`\`${type}\``, eventCatalog[type].firedWith]),
    ),
  ];
  return `${byHand}${marker}\n\n${sections.join('\n\n')}\n`;
}

const allowed = (permission: Permission) => `| \`${permission}\` | ${permissions[permission]} |`;

/** Rows with the permissions of which one is needed, and the roles that have one. */
function table(title: string, rows: [what: string, needed: readonly Permission[]][]): string {
  const header = `| ${title} | ${roleNames.join(' | ')} |`;
  const line = ([what, needed]: (typeof rows)[number]) => {
    const holders = roleNames.map((role) => {
      const isAllowed = needed.length === 0 || needed.some((permission) => roles[role].includes(permission));
      return isAllowed ? '✓' : ' ';
    });
    return `| ${what} | ${holders.join(' | ')} |`;
  };
  return [header, `|---|${roleNames.map(() => ':-:').join('|')}|`, ...rows.map(line)].join('\n');
}

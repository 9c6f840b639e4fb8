import { type EventType, eventCatalog, eventTypes } from '../../domain/events/catalog.js';
import { type FiringPermission, firingPermissions } from '../../domain/events/declarations/declaration.js';

/** The permissions beside those to fire events, with what each allows; `docs/reference/permissions.md` lists them. */
const resourcePermissions = {
  'administration:read': "read the organization's settings, users and API keys, without their secrets",
  'administration:write':
    "change the organization's settings, create and change its users and API keys, license its own products to other organizations, and consent that theirs quote in its name",
  'audit:read': "read the organization's audit log",
  'book:write':
    'send books: policies of other systems, to be checked and loaded; and read what is wrong in them',
  'changes:read':
    'follow the feed of all changes, with the records: clients, quotes, policies, money, documents',
  'clients:erase': 'erase clients for good, but for what the law keeps',
  'clients:export': 'export everything that the organization sees of a client',
  'clients:read': 'read clients and their answers, now and as of a time',
  'clients:write': 'create and update clients',
  'clocks:read': 'see test clocks, in `DEV` and `UAT`',
  'clocks:write': 'make, advance and delete test clocks, with everything of them, in `DEV` and `UAT`',
  'collection:write':
    'save and remove payment methods of clients, and begin and end the automatic collection of policies',
  'commissions:read': 'read commission statements, as insurer those of all sellers, as seller its own',
  'commissions:write': 'adjust the commissions of sellers by hand',
  'documents:generate':
    "generate documents of the organization's clients, quotes and policies, and evaluate forms",
  'documents:read': 'download stored documents that the organization sees',
  'events:read': "inspect the organization's events",
  'files:delete': "delete the organization's own files, for good",
  'files:read': "list and download the organization's files, and those that the other side shares with it",
  'files:write': 'upload files to clients, quotes, policies, tasks and events that the organization sees',
  'holds:override': "override the organization's holds for a quote or a policy",
  'holds:read': 'see the holds of the organization, and those that concern what it sells',
  'holds:write': 'declare, change and end holds, which stop business in a place',
  'inbound:send': 'send answers that runs wait for',
  'mail:read': "read the organization's mails, with their texts and addresses",
  'mail:report': 'report what became of mails: bounces and complaints, as a mail server or provider does',
  'mail:write':
    "write mails in the organization's name, to any address and with its documents; send mails again, cancel them, and record those that were posted",
  'policies:read':
    'read and search policies that the organization sold or issued, with their statements, ledger and history; reports',
  'policies:write': 'correct policies that the organization issued, and write their ledger',
  'postings:close': "close months of the organization's postings",
  'products:read': 'read questions, deployment timelines, and the list of products',
  'products:write':
    "lint, test, import, deploy, withdraw and archive the organization's own products, and read their definitions",
  'quotes:decide': "decide as underwriter on the organization's own quotes",
  'quotes:read': 'read quotes, with their rating inputs and worksheets',
  'tasks:read': 'read the tasks of the organization, with their notes',
  'tasks:write':
    'make, assign, change, complete and reopen tasks of the organization, and write notes on them',
  'webhooks:read': 'see webhook endpoints, without their secrets, and their deliveries',
  'webhooks:write':
    "register, change and delete webhook endpoints, rotate their secrets, resend; that is, have the organization's events reported to others",
} as const;

export type Permission = keyof typeof resourcePermissions | FiringPermission;

/** The event types that a permission allows to fire, cancel and retry. */
export const typesFiredWith = (permission: FiringPermission): EventType[] =>
  eventTypes.filter((type) => eventCatalog[type].firedWith.includes(permission));

/** Every permission with what it allows. `*` stands for all. */
export const permissions: Readonly<Record<Permission, string>> = {
  ...resourcePermissions,
  ...(Object.fromEntries(
    firingPermissions.map((permission) => [
      permission,
      `fire, cancel and retry ${typesFiredWith(permission)
        .map((type) => `\`${type}\``)
        .join(', ')}`,
    ]),
  ) as Record<FiringPermission, string>),
};

export const permissionNames = Object.keys(permissions).sort() as Permission[];

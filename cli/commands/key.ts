import type { Command } from 'commander';
import { roleNames } from '../../api/http/roles.js';
import type { Database } from '../../db/database.js';
import {
  createApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
  unseenProducts,
} from '../../db/identity/api-keys.js';
import { deleteAllSigningKeys, retireSigningKey } from '../../db/identity/signing-keys.js';
import type { ApiKey } from '../../db/models/api-key.js';
import { CommandFailure } from '../ground/command-failure.js';
import { operator } from '../ground/operator.js';
import { organizationOf } from '../ground/organization-of.js';
import { type CommandContext, report } from './command-context.js';
import {
  grantText,
  parseDuration,
  parseEventTypes,
  parseName,
  parsePermissions,
  parseRoles,
} from './identity-options.js';
import { parseUuid } from './product-options.js';

export function addKeyCommands(command: Command, context: CommandContext): void {
  addCreate(command, context);
  addList(command, context);
  addRevoke(command, context);
  addRotate(command, context);
  addRotateSigning(command, context);
}

function addCreate(command: Command, context: CommandContext): void {
  command
    .command('create')
    .description('create an API key; its secret is shown only once')
    .requiredOption('--organization <id or name>', 'the organization that the key acts for')
    .option('--label <text>', 'the purpose of the key', parseName)
    .option('--roles <list>', `separated by commas, of ${roleNames.join(', ')}`, parseRoles)
    .option(
      '--permissions <list>',
      'further permissions, separated by commas; default: all, unless there are roles',
      parsePermissions,
    )
    .option('--events <list>', 'the only event types that it can fire, separated by commas', parseEventTypes)
    .option('--products <list>', 'the ids of the only products that it can use', parseUuids)
    .option('--expires-in <time>', 'when it ends, such as 90d or 12h; default: never', parseDuration)
    .option('--json', 'print JSON')
    .action(
      async ({
        organization,
        events: eventTypes,
        products: productIds,
        expiresIn,
        json,
        ...key
      }: CreateOptions) => {
        const { apiKey, secret } = await context.withDatabase(async (db) => {
          const { id: organizationId } = await organizationOf(db, organization);
          await refuseUnseenProducts(db, organizationId, productIds);
          const expiresAt = expiresIn === undefined ? undefined : after(expiresIn);
          const by = operator();
          return createApiKey(db, { organizationId, eventTypes, productIds, expiresAt, ...key }, { by });
        });
        report(context, {
          json,
          result: { ...described(apiKey), apiSecret: secret },
          lines: [`API key: ${apiKey.key}`, `Secret, shown only this once: ${secret}`],
        });
      },
    );
}

function addList(command: Command, context: CommandContext): void {
  command
    .command('list')
    .description('list API keys, without their secrets')
    .option('--organization <id or name>', 'only keys of this organization')
    .option('--json', 'print JSON')
    .action(async ({ organization, json }: ListOptions) => {
      const keys = await context.withDatabase(async (db) =>
        listApiKeys(db, organization === undefined ? undefined : (await organizationOf(db, organization)).id),
      );
      report(context, {
        json,
        result: keys.map(described),
        lines: keys.length > 0 ? keys.map(lineOf) : ['There are no API keys.'],
      });
    });
}

function addRevoke(command: Command, context: CommandContext): void {
  command
    .command('revoke')
    .description('revoke an API key at once and permanently')
    .argument('<key>', 'the key as listed, not its secret')
    .option('--json', 'print JSON')
    .action(async (key: string, { json }: { json?: boolean }) => {
      const revoked = await context.withDatabase((db) => revokeApiKey(db, key, { by: operator() }));
      if (!revoked) throw new CommandFailure(`There is no API key ${key}.`);
      report(context, { json, result: described(revoked), lines: [`Revoked API key ${key}`] });
    });
}

function addRotate(command: Command, context: CommandContext): void {
  command
    .command('rotate')
    .description('give an API key another secret, beside the one before for a while')
    .argument('<key>', 'the key as listed, not its secret')
    .option(
      '--overlap <time>',
      'how long the secret before stays valid, such as 7d, 12h or 0d',
      parseDuration,
    )
    .option('--expires-in <time>', 'when the key ends; default: as before', parseDuration)
    .option('--json', 'print JSON')
    .action(async (key: string, { overlap = parseDuration('7d'), expiresIn, json }: RotateOptions) => {
      const expiresAt = expiresIn === undefined ? undefined : after(expiresIn);
      const rotation = { key, previousUntil: after(overlap), expiresAt };
      const rotated = await context.withDatabase((db) => rotateApiKey(db, rotation, { by: operator() }));
      if (!rotated) throw new CommandFailure(`There is no API key ${key} that is not revoked.`);
      const { apiKey, secret } = rotated;
      const until = apiKey.previousSecretUntil?.toISOString();
      report(context, {
        json,
        result: { ...described(apiKey), apiSecret: secret },
        lines: [
          `Secret, shown only this once: ${secret}`,
          overlap === 0 ? 'The secret before has ended.' : `The secret before is valid until ${until}.`,
        ],
      });
    });
}

interface RotateOptions {
  /** Milliseconds. */
  overlap?: number;
  expiresIn?: number;
  json?: boolean;
}

function addRotateSigning(command: Command, context: CommandContext): void {
  command
    .command('rotate-signing')
    .description("replace the key that signs users' tokens; earlier tokens stay valid until they expire")
    .option('--now', 'end all earlier tokens at once, as after a theft of the key: everybody signs in again')
    .option('--json', 'print JSON')
    .action(async ({ now = false, json }: { now?: boolean; json?: boolean }) => {
      const rotate = now ? deleteAllSigningKeys : retireSigningKey;
      await context.withDatabase((db) => rotate(db, { by: operator() }));
      const line = now
        ? 'Replaced the signing key, and ended all tokens'
        : 'Replaced the signing key. Its tokens end within an hour';
      report(context, { json, result: { rotated: true, tokensEnded: now }, lines: [line] });
    });
}

interface CreateOptions {
  organization: string;
  label?: string;
  permissions?: string[];
  roles?: string[];
  events?: string[];
  products?: string[];
  /** Milliseconds. */
  expiresIn?: number;
  json?: boolean;
}

interface ListOptions {
  organization?: string;
  json?: boolean;
}

const after = (ms: number): Date => new Date(Date.now() + ms);

const parseUuids = (text: string): string[] => text.split(',').map((id) => parseUuid(id.trim()));

/** A key can be restricted to products that its organization owns or is licensed to use. */
async function refuseUnseenProducts(db: Database, organizationId: string, ids: string[] = []): Promise<void> {
  const unseen = await unseenProducts(db, organizationId, ids);
  if (unseen.length > 0) {
    throw new CommandFailure(`The organization can use no product ${unseen.join(', ')}: see product list.`);
  }
}

function described({ key, organizationId, label, createdAt, revokedAt, ...given }: ApiKey) {
  const { expiresAt, previousSecretUntil, lastUsedAt = null } = given;
  const { permissions, roles, eventTypes, productIds } = given;
  return {
    apiKey: key,
    organizationId,
    label,
    permissions,
    roles,
    eventTypes,
    productIds,
    createdAt,
    expiresAt,
    revokedAt,
    previousSecretUntil,
    lastUsedAt,
  };
}

function lineOf(apiKey: ApiKey): string {
  const { key, organization, label, eventTypes, productIds, createdAt, lastUsedAt } = apiKey;
  return [
    ...[key, organization?.name, label, grantText(apiKey)],
    ...(eventTypes === null ? [] : [`only ${eventTypes.join(',')}`]),
    ...(productIds === null ? [] : [`only products ${productIds.join(',')}`]),
    ...[createdAt.toISOString(), stateOf(apiKey)],
    lastUsedAt ? `last used ${lastUsedAt.toISOString()}` : 'not used',
  ].join('  ');
}

function stateOf({ revokedAt, expiresAt, previousSecretUntil }: ApiKey): string {
  if (revokedAt) return `revoked ${revokedAt.toISOString()}`;
  if (expiresAt && expiresAt <= new Date()) return `expired ${expiresAt.toISOString()}`;
  const rotated = previousSecretUntil && previousSecretUntil > new Date();
  return [
    'active',
    ...(expiresAt ? [`expires ${expiresAt.toISOString()}`] : []),
    ...(rotated ? [`secret before valid until ${previousSecretUntil.toISOString()}`] : []),
  ].join(', ');
}

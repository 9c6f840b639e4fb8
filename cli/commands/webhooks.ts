import { type Command, InvalidArgumentError } from 'commander';
import { signedHeaders } from '../../activities/outbound/signed-headers.js';
import { CommandFailure } from '../ground/command-failure.js';
import { asFailure, ServiceClient } from '../products/service-client.js';
import { loadServiceAccess } from '../settings/service-access.js';
import { listen } from '../webhooks/listen.js';
import type { CommandContext } from './command-context.js';

interface ListenOptions {
  to: string;
  types?: string[];
  secret?: string;
  url?: string;
}

/** Webhooks for developers: `webhooks listen`, on a running service. */
export function addWebhookCommands(command: Command, context: CommandContext): void {
  command
    .command('listen')
    .description('forward notifications to a program on this machine until Ctrl+C')
    .requiredOption(
      '--to <url>',
      'the address of the program, such as http://localhost:4000/hook',
      parseAddress,
    )
    .option('--types <types>', 'separated by commas; default: all', (text) => text.split(','))
    .option(
      '--secret <secret>',
      'sign with this secret, which the program has; default: a new one',
      parseSecret,
    )
    .option('--url <url>', 'the running service; also IOI_URL')
    .action(async ({ to, types = [], secret, url }: ListenOptions) => {
      const access = loadServiceAccess(url);
      if (access === undefined)
        throw new CommandFailure('Name the running service: --url, or IOI_URL in the environment.');
      const stopping = new AbortController();
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
      const sign = (body: string, id: string) =>
        signedHeaders(body, { id, secret: secret ?? '', now: new Date() });
      const listening = {
        to,
        eventTypes: types,
        signal: stopping.signal,
        told: context.print,
        ...(secret !== undefined && { sign }),
      };
      await listen(new ServiceClient(access), listening).catch((error: unknown) => {
        throw asFailure(error);
      });
    });
}

function parseAddress(text: string): string {
  if (URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)) return text;
  throw new InvalidArgumentError('It must be a URL such as http://localhost:4000/hook.');
}

function parseSecret(text: string): string {
  if (/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(text)) return text;
  throw new InvalidArgumentError(
    'It must be a secret such as whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfz3q9sZ7M=.',
  );
}

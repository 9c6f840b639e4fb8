import { Command } from 'commander';
import { readDemoService } from '../demo/demo-file.js';
import { CommandFailure } from '../ground/command-failure.js';
import { loadServiceAccess } from '../settings/service-access.js';

interface Options {
  url?: string;
  data?: string;
}

/** `npm run -s cli -- mcp`: a service for assistants that start their servers as programs. */
export function mcpCommand(dataDir: () => Promise<string>): Command {
  return new Command('mcp')
    .description("let an assistant use a running service over this program's standard input and output")
    .option('--url <url>', 'the running service; also IOI_URL')
    .option('--data <folder>', 'the data folder of a demo service on this machine, whose first key is used')
    .addHelpText(
      'after',
      `
The key is IOI_API_KEY and IOI_API_SECRET of the environment; without --url and IOI_URL, the demo's.
docs/guides/working-with-assistants.md has the settings of common clients.`,
    )
    .action(async ({ url, data }: Options) => {
      const { bridge } = await import('../assistants/bridge.js');
      const service =
        (data === undefined ? keyOf(url) : undefined) ?? (await demo(data ?? (await dataDir())));
      await bridge({ ...service, log: (line) => console.error(line) });
    });
}

/** The service that the environment names; undefined if it names none. */
function keyOf(url: string | undefined): { url: string; authorization: string } | undefined {
  const access = loadServiceAccess(url);
  if (access === undefined) return undefined;
  if (!('apiKey' in access.credentials))
    throw new CommandFailure(
      'An assistant needs an API key: IOI_API_KEY and IOI_API_SECRET. People sign in by OAuth.',
    );
  return { url: access.url, authorization: basic(access.credentials) };
}

async function demo(dataDir: string): Promise<{ url: string; authorization: string }> {
  const service = await readDemoService(dataDir);
  const [organization] = service?.organizations ?? [];
  if (service === undefined || organization === undefined)
    throw new CommandFailure(
      `There is no demo service in ${dataDir}: start one, or name a service by --url.`,
    );
  return { url: service.baseUrl, authorization: basic(organization) };
}

const basic = ({ apiKey, apiSecret }: { apiKey: string; apiSecret: string }): string =>
  `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`;

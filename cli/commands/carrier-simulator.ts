import { Command, InvalidArgumentError } from 'commander';
import { CommandFailure } from '../ground/command-failure.js';

interface Flags {
  port: number;
  secret?: string;
  service?: string;
  key?: string;
}

/** `npm run cli -- carrier-simulator`: a carrier for trials of third-party rating. */
export function carrierSimulatorCommand(): Command {
  return new Command('carrier-simulator')
    .description('start a carrier that quotes by a formula and can simulate failures')
    .option('--port <n>', 'the port it listens on; 0 picks a free port', portOf, 4010)
    .option(
      '--secret <whsec>',
      'the secret that requests must be signed with: organization outbound-secret prints it',
    )
    .option('--service <url>', 'the service that receives late answers, such as http://127.0.0.1:3000')
    .option('--key <key:secret>', 'the API key for sending late answers')
    .addHelpText(
      'after',
      `
Set OUTBOUND_ENDPOINTS for the worker: {"carrier-simulator": {"url": "http://127.0.0.1:4010", "private": true, "organizationId": "..."}}
The mode is the answer to market.simulatorMode, or the end of the path, such as /quotes/refusing:
IMMEDIATE, DELAYED, REFUSING, BROKEN, FAILING or SLOW.`,
    )
    .action(async ({ port, secret, service, key }: Flags) => {
      const [apiKey, apiSecret] = key?.split(':') ?? [];
      if ((service === undefined) !== (key === undefined) || (key !== undefined && !apiSecret)) {
        throw new CommandFailure('Late answers need both --service and --key, the latter as key:secret.');
      }
      const { startCarrierSimulator } = await import('../carrier-simulator/simulator.js');
      const inbound =
        service && apiKey && apiSecret
          ? { baseUrl: service.replace(/\/+$/, ''), apiKey, apiSecret }
          : undefined;
      const simulator = await startCarrierSimulator({
        port,
        secret,
        service: () => inbound,
        log: (line) => console.log(line),
      });
      console.log(`The carrier simulator is at ${simulator.url}; Ctrl-C stops it.`);
      await new Promise<void>((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve));
      await simulator.stop();
    });
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new InvalidArgumentError('It must be from 0 to 65535.');
  return port;
}

import { Command, InvalidArgumentError, Option } from 'commander';
import { runProgram } from '../cli/commands/run-program.js';
import { loadSettings } from '../cli/settings/settings.js';
import { type PartId, partIds, runBench } from './run-bench.js';

const usual = partIds.filter((id) => id !== 'search' && id !== 'soak' && id !== 'openl');

interface Flags {
  seconds: number;
  rounds: number;
  callers: number[];
  only: PartId[];
  policies: number[];
  books?: string;
  minutes: number;
  json?: true;
  record?: boolean;
  profile?: boolean;
}

/** `npm run bench`: the service's speed relative to a bare baseline. */
function benchCommand(): Command {
  return new Command('npm run bench --')
    .description('measure the service against a bare baseline, on separate servers (takes some minutes)')
    .option('--seconds <n>', 'length of one measurement', positive, 2)
    .option('--rounds <n>', 'measurements of each side, alternating', wholeNumber, 3)
    .addOption(
      new Option('--callers <list>', 'concurrent callers, each in a closed loop')
        .argParser((text) => text.split(',').map(wholeNumber))
        .default([1, 16], '1,16'),
    )
    .addOption(
      new Option('--only <list>', `a part of ${partIds.join(',')}`)
        .argParser(partsOf)
        .default(usual, 'all but search, soak and openl'),
    )
    .addOption(
      new Option('--policies <list>', 'sizes of the books for reading and searching policies')
        .argParser((text) => text.split(',').map(bookSize))
        .default([10_000], '10000'),
    )
    .option('--books <folder>', 'keep the books in this folder and reuse them')
    .option('--minutes <n>', 'length of the soak, a steady load', positive, 10)
    .option('--record', 'keep the figures as the baseline, and write them into docs/performance.md')
    .option('--json', 'print the JSON lines only')
    .option('--profile', 'also report where the service spent its time (profiling slows it down)')
    .action(async ({ json, record = false, profile = false, ...options }: Flags) => {
      const ending = new AbortController();
      const end = () => ending.abort(new Error('Ended by a signal.'));
      process.once('SIGINT', end).once('SIGTERM', end);
      const output = {
        figure: (figure: object) => console.log(JSON.stringify(figure)),
        text: (text: string) => json || console.log(text),
        progress: (line: string) => console.error(line),
      };
      const namespace = loadSettings().temporalNamespace;
      await runBench({ ...options, record, profile, namespace }, output, ending.signal);
    });
}

function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= 600)) throw new InvalidArgumentError('It must be a number from 0 to 600.');
  return value;
}

function wholeNumber(text: string): number {
  const value = positive(text);
  if (!Number.isInteger(value)) throw new InvalidArgumentError('It must be a whole number.');
  return value;
}

function bookSize(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 100) throw new InvalidArgumentError('It must be 100 or more.');
  return value;
}

function partsOf(text: string): Flags['only'] {
  const names = text.split(',');
  const unknown = names.filter((name) => !partIds.some((part) => part === name));
  if (unknown.length > 0) throw new InvalidArgumentError(`There are: ${partIds.join(', ')}.`);
  return partIds.filter((part) => names.includes(part));
}

await runProgram(benchCommand());

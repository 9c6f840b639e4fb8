import path from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { runProgram } from '../cli/commands/run-program.js';
import { packageRoot } from '../cli/ground/package-info.js';
import { loadSettings } from '../cli/settings/settings.js';
import { type BenchOptions, type PartId, partIds, runBench } from './run-bench.js';

const unusual: readonly PartId[] = ['search', 'openl', 'neighbors', 'clocks'];
const usual = partIds.filter((id) => !unusual.includes(id));

type Flags = Omit<BenchOptions, 'namespace' | 'record'> & { json?: true; record?: boolean };

/** `npm run bench`: the service's speed relative to a bare baseline. */
function benchCommand(): Command {
  return new Command('npm run bench --')
    .description('measure the service against a bare baseline, on separate servers (takes some minutes)')
    .option('--seconds <n>', 'length of one measurement', positive, 2)
    .option('--rounds <n>', 'measurements of each side, alternating', wholeNumber, 3)
    .addOption(
      new Option('--callers <list>', 'concurrent callers that fire events, each in a closed loop')
        .argParser((text) => text.split(',').map(wholeNumber))
        .default([1, 16], '1,16'),
    )
    .addOption(
      new Option('--only <list>', `a part of ${partIds.join(',')}`)
        .argParser(partsOf)
        .default(usual, `all but ${unusual.join(' and ')}`),
    )
    .addOption(
      new Option('--service <folder>', 'another checkout, whose service is measured')
        .env('BENCH_SERVICE')
        .argParser((folder) => path.resolve(folder))
        .default(packageRoot(), 'this one'),
    )
    .option('--policies <n>', 'size of the book whose policies are read and searched', bookSize, 10_000)
    .option('--under-clock <n>', 'policies that live a year under a test clock', wholeNumber, 100)
    .option('--data <folder>', 'keep the data of the service, and its book, for the next time')
    .option('--profiles <folder>', 'write CPU profiles of the service there (profiling slows it down)')
    .option(
      '--record',
      'keep the figures as the baseline, and write them into docs/operations/performance.md',
    )
    .option('--json', 'print the JSON lines only')
    .action(async ({ json, record = false, ...options }: Flags) => {
      const ending = new AbortController();
      const end = () => ending.abort(new Error('Ended by a signal.'));
      process.once('SIGINT', end).once('SIGTERM', end);
      const output = {
        figure: (figure: object) => console.log(JSON.stringify(figure)),
        text: (text: string) => json || console.log(text),
        progress: (line: string) => console.error(line),
      };
      const namespace = loadSettings().temporalNamespace;
      await runBench({ ...options, record, namespace }, output, ending.signal);
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

function partsOf(text: string): PartId[] {
  const names = text.split(',');
  const unknown = names.filter((name) => !partIds.some((part) => part === name));
  if (unknown.length > 0) throw new InvalidArgumentError(`There are: ${partIds.join(', ')}.`);
  return partIds.filter((part) => names.includes(part));
}

await runProgram(benchCommand());

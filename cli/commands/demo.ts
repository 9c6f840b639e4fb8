import { Command, InvalidArgumentError } from 'commander';
import { type ProgressBar, progressBar } from '../ground/progress-bar.js';
import { type CommandContext, report } from './command-context.js';

interface BookFlags {
  policies: number;
  seed: string;
  json?: boolean;
}

const mostPolicies = 10_000_000;

/** Commands that make demo data. */
export function demoCommand(context: CommandContext): Command {
  const command = new Command('demo').description('make demo data');
  command
    .command('book')
    .description('make a book of policies for the demo organizations, with quotes, statements and ledgers')
    .requiredOption('--policies <n>', 'the number of policies', countOf)
    .option('--seed <text>', 'the same seed makes the same book', 'book')
    .option('--json', 'print JSON')
    .action(async ({ policies, seed, json }: BookFlags) => {
      const { makeBook } = await import('../demo/book/make-book.js');
      const ending = new AbortController();
      const end = () => ending.abort(new Error('Ended by a signal; the policies loaded so far remain.'));
      process.once('SIGINT', end).once('SIGTERM', end);
      const begun = performance.now();
      const bars = barsOf();
      const loaded = await context
        .withDatabase((db) =>
          makeBook(db, { policies, seed, now: new Date(), progress: bars.progress, signal: ending.signal }),
        )
        .finally(bars.end);
      const seconds = Math.round((performance.now() - begun) / 100) / 10;
      report(context, {
        json,
        result: { ...loaded, seed, seconds },
        lines: [
          `Made ${loaded.policies} policies of ${loaded.clients} clients, ${loaded.rows} rows, in ${seconds} s.`,
          'Search them: POST /ioi/v3/policy/search',
        ],
      });
    });
  return command;
}

/** One bar for generating lives, one for loading policies. */
function barsOf() {
  let current: { phase: string; bar: ProgressBar } | undefined;
  const end = () => current?.bar.end();
  return {
    progress: (phase: string, done: number, total: number) => {
      if (current?.phase !== phase) {
        end();
        current = { phase, bar: progressBar(total) };
      }
      current.bar.reached(done);
    },
    end,
  };
}

function countOf(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > mostPolicies) {
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${mostPolicies}.`);
  }
  return value;
}

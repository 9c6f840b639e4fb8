import type { Command } from 'commander';
import type { Database } from '../../db/database.js';
import { loadVersion, readVersion } from '../../db/products/load-version.js';
import { type QuoteWithWorksheet, readQuoteWithWorksheet } from '../../db/quotes/read-stored-quote.js';
import { utcDate } from '../../domain/ground/calendar.js';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import { compareQuotes } from '../../domain/rerating/compare-quotes.js';
import { replayQuote, whyNotReplayable } from '../../domain/rerating/replay-quote.js';
import { rerateOn } from '../../domain/rerating/rerate.js';
import { CommandFailure } from '../ground/command-failure.js';
import { comparisonLines } from '../quotes/compare-text.js';
import { replayLines } from '../quotes/replay-text.js';
import { type CommandContext, report } from './command-context.js';
import { parseUuid } from './product-options.js';

/** Commands that examine stored quotes. */
export function addQuoteCommands(command: Command, context: CommandContext): void {
  addReplay(command, context);
  addCompare(command, context);
}

function addReplay(command: Command, context: CommandContext): void {
  command
    .command('replay')
    .description('rate a stored quote again with its version; fails if a step differs')
    .argument('<quote>', 'the request id of the quote', parseUuid)
    .option('--json', 'print JSON')
    .action(async (requestId: string, { json }: { json?: boolean }) => {
      const { quote, replay } = await context.withDatabase((db) => replayed(db, requestId));
      const { productVersionId } = quote;
      report(context, {
        json,
        result: { quoteRequestId: requestId, productVersionId, ...replay },
        lines: replayLines(`Quote ${requestId}`, replay),
      });
      if (replay.result !== 'identical')
        throw new CommandFailure('The replay differs from the stored quote.');
    });
}

function addCompare(command: Command, context: CommandContext): void {
  command
    .command('compare')
    .description('explain the difference between two quotes step by step')
    .argument('<a>', 'the request id of a quote', parseUuid)
    .argument('<b>', 'the request id of another', parseUuid)
    .option('--json', 'print JSON')
    .action(async (a: string, b: string, { json }: { json?: boolean }) => {
      const [quoteA, quoteB, currency] = await context.withDatabase(async (db) => {
        const quote = await storedQuote(db, a);
        const version = await readVersion(db, quote.productVersionId);
        const { currency: ofA } = policySettingsOf(version?.definition ?? {});
        return [quote, await storedQuote(db, b), ofA] as const;
      });
      const comparison = compareQuotes(quoteA, quoteB, currency);
      report(context, {
        json,
        result: { a, b, ...comparison },
        lines: comparisonLines([titleOf(quoteA), titleOf(quoteB)], comparison),
      });
    });
}

async function replayed(db: Database, requestId: string) {
  const quote = await storedQuote(db, requestId);
  const nothing = (reason: string) => new CommandFailure(`Quote ${requestId} cannot be replayed: ${reason}.`);
  const why = whyNotReplayable(quote);
  if (why !== null) throw nothing(why);
  const version = await loadVersion(db, quote.productVersionId);
  if (version === null) throw nothing('its version does not exist');
  const rerated = rerateOn(version)(quote);
  if (rerated.status !== 'RATED') throw nothing('its version lacks the action that made it');
  return { quote, replay: replayQuote(quote, rerated.rating) };
}

async function storedQuote(db: Database, requestId: string): Promise<QuoteWithWorksheet> {
  const quote = await readQuoteWithWorksheet(db, requestId);
  if (quote === undefined) throw new CommandFailure(`There is no quote ${requestId}.`);
  return quote;
}

function titleOf({
  requestId,
  lineName,
  effectiveDate,
  term,
  outcome,
  quoteTimestamp,
}: QuoteWithWorksheet): string {
  const day = utcDate(quoteTimestamp);
  return `${requestId}  ${lineName}, ${term} from ${effectiveDate}, ${outcome.toLowerCase()} on ${day}`;
}

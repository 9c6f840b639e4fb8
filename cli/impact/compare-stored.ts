import type { Database } from '../../db/database.js';
import { type LoadedVersion, loadVersion } from '../../db/products/load-version.js';
import type { QuoteToRerate } from '../../db/quotes/quotes-of-product.js';
import { timeZoneOfOwner } from '../../db/time-zones.js';
import { setupOf } from '../../documents/impact/rating-setup.js';
import { policySource, quoteSource } from '../../documents/impact/stored-sources.js';
import { dayIn, startOfDayIn } from '../../domain/ground/business-time.js';
import { calendarDate } from '../../domain/ground/primitives.js';
import { isRatedByOwnPlan } from '../../domain/rerating/rerate.js';
import { CommandFailure } from '../ground/command-failure.js';
import { type ComparedBook, compareBook, type ImpactCommandOptions } from './compared-book.js';
import { quoteHeading, quoteLine } from './impact-csv.js';
import { openRisks } from './impact-files.js';
import { inOneState } from './one-state.js';

export interface ComparedVersions {
  candidateId: string;
  baselineId: string;
}

/** Compares two stored versions on the product's quotes made since a day. */
export async function compareQuotes(
  db: Database,
  ids: ComparedVersions,
  from: string,
  options: ImpactCommandOptions,
): Promise<ComparedBook> {
  const versions = await versionsOf(db, ids);
  const file = await openRisks(options.quotes, quoteHeading, (line: Parameters<typeof quoteLine>) =>
    quoteLine(...line),
  );
  // Quotes that were read and are being rated: a few batches.
  const open = new Map<string, QuoteToRerate>();
  const { productId } = versions.candidate;
  const of = { productId, from: startOfDayIn(await timeZoneOfOwner(db, productId), from) };
  const quotes = quoteSource(db, of, ids.baselineId, (batch) => {
    if (options.quotes === undefined) return;
    for (const quote of batch.filter(isRatedByOwnPlan)) open.set(quote.requestId, quote);
  });
  const { before, after, source } = inOneState({ ...definitionsOf(versions), source: quotes }, options);
  try {
    const { impact, risks } = await compareBook(setupOf(before, after, given(options)), source, options, {
      onRisk: async (risk) => {
        const quote = open.get(risk.id);
        if (quote !== undefined) await file.write([quote, risk]);
        open.delete(risk.id);
      },
    });
    const title = `${titleOf(versions)}, quotes made from ${from} on`;
    return { title, impact, risks, described: { ...describedVersions(versions), from } };
  } finally {
    await file.end();
  }
}

/** Compares two stored versions on the product's policies in force. */
export async function comparePolicies(
  db: Database,
  ids: ComparedVersions,
  date: string | true | undefined,
  options: ImpactCommandOptions,
): Promise<ComparedBook> {
  const versions = await versionsOf(db, ids);
  const { productId } = versions.candidate;
  const asOf = typeof date === 'string' ? date : dayIn(await timeZoneOfOwner(db, productId), new Date());
  if (!calendarDate.safeParse(asOf).success) {
    throw new CommandFailure(
      `"${asOf}" is not a date: write --policies 2026-01-31, or --policies for today.`,
    );
  }
  const policies = policySource(db, { productId, asOf }, ids.baselineId);
  const { before, after, source } = inOneState({ ...definitionsOf(versions), source: policies }, options);
  const { impact, risks } = await compareBook(setupOf(before, after, given(options)), source, options);
  const title = `${titleOf(versions)}, policies in force on ${asOf}`;
  return { title, impact, risks, described: { ...describedVersions(versions), asOf } };
}

interface Versions {
  candidate: LoadedVersion;
  baseline: LoadedVersion;
}

async function versionsOf(db: Database, { candidateId, baselineId }: ComparedVersions): Promise<Versions> {
  const candidate = await versionOf(db, candidateId);
  const baseline = await versionOf(db, baselineId);
  if (candidate.productId !== baseline.productId) {
    throw new CommandFailure('The two versions are versions of different products.');
  }
  return { candidate, baseline };
}

async function versionOf(db: Database, versionId: string): Promise<LoadedVersion> {
  const version = await loadVersion(db, versionId);
  if (version === null) throw new CommandFailure(`There is no product version ${versionId}.`);
  return version;
}

function definitionsOf({ baseline, candidate }: Versions) {
  return { before: baseline.definition, after: candidate.definition };
}

function given({ by, parts }: ImpactCommandOptions) {
  return { by, atMost: parts };
}

function titleOf({ candidate, baseline }: Versions): string {
  return `${candidate.definition.key} ${labelOf(candidate)} against ${labelOf(baseline)}`;
}

function labelOf({ version, buildNumber }: LoadedVersion): string {
  return `${version} (build ${buildNumber})`;
}

function describedVersions({ candidate, baseline }: Versions) {
  const described = ({ versionId, version, buildNumber }: LoadedVersion) => ({
    versionId,
    version,
    buildNumber,
  });
  return { candidate: described(candidate), against: described(baseline) };
}

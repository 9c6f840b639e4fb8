import { LRUCache } from 'lru-cache';
import { type PackedSheet, packedSheet } from '../../db/models/worksheet-text.js';
import { compileProduct } from '../../domain/product/compile-product.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import type { BundleRating, ComponentRating } from '../../domain/rating/bundle/result.js';
import type { RatingResult } from '../../domain/rating/run/result.js';
import { packedCharacters } from '../../domain/rating/tables/check-packed.js';
import type { QuoteReplay } from '../../domain/rerating/replay-quote.js';
import { type RatedQuestion, type Rerate, type Rerating, rerateOn } from '../../domain/rerating/rerate.js';
import { type PackedQuote, replayOn } from './replay.js';

/** A product version; its definition is large, and sent only to a thread that does not know the version. */
export interface SentVersion {
  versionId: string;
  definition: ProductDefinition | null;
}

/** The thread was not sent the definition of the version, and needs it. */
export const unknownVersion = 'UNKNOWN_VERSION';

/** A rating that is sent to another thread, which need not read its worksheets to store them. */
export interface SentRating {
  /** Of a `RatingResult`, without its worksheet. */
  [field: string]: unknown;
  packed: PackedSheet;
  components?: (Omit<ComponentRating, 'rating'> & { rating: SentRating })[];
}

export interface ThreadRatingOptions {
  keepWorksheet?: boolean;
  throws?: boolean;
}

const mostVersions = 20;
/** Of their large tables together; one product has at most a half. */
const mostCharacters = 200_000_000;
const versions = new LRUCache<string, Rerate>({ max: mostVersions, maxSize: mostCharacters });

/** In a thread: rates answers, however many steps it takes. */
export function rateInThread(
  version: SentVersion,
  question: RatedQuestion,
  options: ThreadRatingOptions,
): Exclude<Rerating, { status: 'RATED' }> | { status: 'RATED'; rating: SentRating } | typeof unknownVersion {
  const rerating = rerateFor(version)?.(question, options) ?? unknownVersion;
  if (rerating === unknownVersion || rerating.status !== 'RATED') return rerating;
  return { ...rerating, rating: sent(rerating.rating) };
}

/** In a thread: replays a quote; null if its version cannot rate it. */
export function replayInThread(
  version: SentVersion,
  quote: PackedQuote,
): QuoteReplay | null | typeof unknownVersion {
  const rerate = rerateFor(version);
  return rerate === undefined ? unknownVersion : replayOn(rerate, quote);
}

function rerateFor({ versionId, definition }: SentVersion): Rerate | undefined {
  const known = versions.get(versionId);
  if (known !== undefined || definition === null) return known;
  const rerate = rerateOn({ compiled: compileProduct(definition) });
  versions.set(versionId, rerate, { size: 1 + packedCharacters(definition.tables) });
  return rerate;
}

/** Plain data: a rating reads its derived values from what it ran on when somebody asks for them. */
function sent(rating: RatingResult | BundleRating): SentRating {
  const { worksheet, rateMeta, ...own } = rating;
  const coverages =
    'coverages' in own ? own.coverages.map(({ shares: _, ...coverage }) => coverage) : undefined;
  const components = 'components' in rating ? rating.components : undefined;
  return {
    ...own,
    ...(coverages && { coverages }),
    ...(components && { components: components.map((each) => ({ ...each, rating: sent(each.rating) })) }),
    rateMeta,
    packed: packedSheet(worksheet),
  } as SentRating;
}

import { ratingActions } from '../../domain/cases/rate-action.js';
import type { RatingSetup } from '../../domain/impact/rating-job.js';
import { readSplitKeys, type SplitKey } from '../../domain/impact/split-value.js';
import { stagesBetween } from '../../domain/impact/stages.js';
import { valueNames } from '../../domain/impact/value-names.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import { type QuestionTypes, questionTypesOf } from '../../domain/questions/question-types.js';

export interface SetupOptions {
  /** The names to split by, as written. */
  by: string | undefined;
  /** The most changes that are measured one by one. */
  atMost: number;
}

/** The names to split by are none of the product's. */
export class UnknownSplit extends Error {
  override name = 'UnknownSplit';
}

/** What a run between two versions needs, for risks that are read already. Throws {@link UnknownSplit}. */
export function setupOf(
  before: ProductDefinition,
  after: ProductDefinition,
  { by, atMost }: SetupOptions,
): RatingSetup {
  const keys = by === undefined ? [] : splitKeys(by, before, after);
  return { stages: stagesBetween(before, after, { atMost }), by: keys, intakes: null };
}

/** The questions of both versions; those of the first where both ask. */
export function questionsOf(before: ProductDefinition, after: ProductDefinition): QuestionTypes {
  return new Map([...questionTypesOf(after.product), ...questionTypesOf(before.product)]);
}

function splitKeys(by: string, before: ProductDefinition, after: ProductDefinition): SplitKey[] {
  const names = [before, after].flatMap((version) =>
    ratingActions(version).flatMap((action) => valueNames(version, action)),
  );
  const keys = readSplitKeys(by, questionsOf(before, after), names);
  if (typeof keys === 'string') throw new UnknownSplit(keys);
  return keys;
}

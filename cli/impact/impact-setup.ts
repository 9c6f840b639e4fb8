import { ratingActionOf, ratingActions } from '../../domain/cases/rate-action.js';
import type { IntakeRules } from '../../domain/cases/read-intakes.js';
import type { RatingSetup } from '../../domain/impact/rating-job.js';
import { readSplitKeys, type SplitKey } from '../../domain/impact/split-value.js';
import { stagesBetween } from '../../domain/impact/stages.js';
import { valueNames } from '../../domain/impact/value-names.js';
import { compileProduct, ratingOf } from '../../domain/product/compile-product.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import { type QuestionTypes, questionTypesOf } from '../../domain/questions/question-types.js';
import { CommandFailure } from '../ground/command-failure.js';

export interface SetupOptions {
  /** The names to split by, as written. */
  by: string | undefined;
  /** The most changes that are measured one by one. */
  atMost: number;
}

/** What a run between two versions needs, for risks that are read already. */
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
  if (typeof keys === 'string') throw new CommandFailure(`Cannot split by ${by}: ${keys}.`);
  return keys;
}

/** How intakes of a file are read. The second version must have the action that rates them. */
export function intakeRules(
  before: ProductDefinition,
  after: ProductDefinition,
  { action, effectiveDate }: { action: string | undefined; effectiveDate: string | null },
): IntakeRules {
  const usual = ratingActionOf(before, action);
  if (typeof usual === 'string') throw new CommandFailure(`Cannot rate the intakes: ${usual}.`);
  if (!ratingActions(after).some(({ id }) => id === usual.id)) {
    throw new CommandFailure(
      `The second version has no rating action with the id ${usual.id} ("${usual.name}" of the first): give the actions that are compared the same id.`,
    );
  }
  const compiled = compileProduct(before);
  const terms = ratingActions(before).flatMap((one) => {
    const [term] = ratingOf(compiled, one)?.terms ?? [];
    return term === undefined ? [] : [[one.id, term] as const];
  });
  return {
    definition: before,
    questions: questionsOf(before, after),
    effectiveDate,
    action,
    terms: Object.fromEntries(terms),
  };
}

import { questionsOf } from '../../documents/impact/rating-setup.js';
import { ratingActionOf, ratingActions } from '../../domain/cases/rate-action.js';
import type { IntakeRules } from '../../domain/cases/read-intakes.js';
import { type CompiledProduct, compileProduct, ratingOf } from '../../domain/product/compile-product.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import { CommandFailure } from '../ground/command-failure.js';

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
    expiring: [
      ...new Set([...expiringRead(before, compiled), ...expiringRead(after, compileProduct(after))]),
    ],
  };
}

function expiringRead(definition: ProductDefinition, compiled: CompiledProduct): string[] {
  return ratingActions(definition).flatMap((action) => ratingOf(compiled, action)?.expiringRead ?? []);
}

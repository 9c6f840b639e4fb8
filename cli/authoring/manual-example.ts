import path from 'node:path';
import { readCasesBeside } from '../../documents/product-files/case-files.js';
import {
  type CaseQuestion,
  type RateableProduct,
  rateAction,
  ratingActionOf,
} from '../../domain/cases/rate-action.js';
import type { Term } from '../../domain/ground/term.js';
import type { ManualExample } from '../../domain/manual/example-chapter.js';
import { ratingOf } from '../../domain/product/compile-product.js';
import { readIntakeFile } from '../cases/intake-file.js';
import { CommandFailure } from '../ground/command-failure.js';

interface Asked {
  intake?: string | undefined;
  effectiveDate: string;
  term?: Term | undefined;
  action?: string | undefined;
  /** The overlays of the manual, by name: an example goes by the same. */
  overlays: readonly string[];
}

/**
 * The rating that a manual calculates through: of the answers in a file, else of the first case beside the
 * product file that is quoted by the overlays of the manual; null if there is none.
 *
 * @throws CommandFailure if the answers cannot be read, or are not quoted.
 */
export async function manualExample(
  file: string,
  product: RateableProduct,
  { intake: answers, effectiveDate, term, action: wanted, overlays }: Asked,
): Promise<ManualExample | null> {
  if (answers === undefined) return firstQuotedCase(file, product, overlays);
  const action = ratingActionOf(product.definition, wanted);
  if (typeof action === 'string') throw new CommandFailure(`Cannot rate ${file}: ${action}.`);
  const intake = await readIntakeFile(answers, product.compiled.questionTypes);
  const example = exampleOf(product, { name: path.parse(answers).name, action, intake, effectiveDate, term });
  const held = overlaysOf(product, example);
  if (held.join() !== overlays.join()) {
    const by = held.length === 0 ? 'no overlay' : held.join(', ');
    throw new CommandFailure(
      `The answers in ${answers} are rated by ${by}: give their state with --state and --on.`,
    );
  }
  if (example.rated.premium !== null) return example;
  const reasons = example.rated.messages.map(({ message }) => message);
  throw new CommandFailure(
    [`The answers in ${answers} are not quoted, so they cannot be the example.`, ...reasons].join('\n'),
  );
}

async function firstQuotedCase(
  file: string,
  product: RateableProduct,
  overlays: readonly string[],
): Promise<ManualExample | null> {
  for (const { cases } of await readCasesBeside(file, product)) {
    for (const one of cases) {
      if (overlaysOf(product, one).join() !== overlays.join()) continue;
      const example = exampleOf(product, one);
      if (example.rated.premium !== null) return example;
    }
  }
  return null;
}

function overlaysOf(
  { compiled }: RateableProduct,
  { intake, effectiveDate, today = effectiveDate }: Pick<CaseQuestion, 'intake' | 'effectiveDate' | 'today'>,
): readonly string[] {
  return compiled.holding(intake, { effectiveDate, today }).overlays;
}

function exampleOf(
  product: RateableProduct,
  {
    name,
    action,
    intake,
    effectiveDate,
    term,
  }: Pick<ManualExample, 'name' | 'action' | 'intake' | 'effectiveDate'> & {
    term?: Term | undefined;
  },
): ManualExample {
  const rated = rateAction(product, action, { intake, effectiveDate, term });
  const asked = term ?? ratingOf(product.compiled, action)?.terms[0] ?? 'ANNUAL';
  return { name, action, intake, effectiveDate, term: asked, rated };
}

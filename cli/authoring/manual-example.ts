import path from 'node:path';
import { readCasesBeside } from '../../documents/product-files/case-files.js';
import { type RateableProduct, rateAction, ratingActionOf } from '../../domain/cases/rate-action.js';
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
}

/**
 * The rating that a manual calculates through: of the answers in a file, else of the first case beside the
 * product file that is quoted; null if there is none.
 *
 * @throws CommandFailure if the answers cannot be read, or are not quoted.
 */
export async function manualExample(
  file: string,
  product: RateableProduct,
  { intake: answers, effectiveDate, term, action: wanted }: Asked,
): Promise<ManualExample | null> {
  if (answers === undefined) return firstQuotedCase(file, product);
  const action = ratingActionOf(product.definition, wanted);
  if (typeof action === 'string') throw new CommandFailure(`Cannot rate ${file}: ${action}.`);
  const intake = await readIntakeFile(answers, product.compiled.questionTypes);
  const example = exampleOf(product, { name: path.parse(answers).name, action, intake, effectiveDate, term });
  if (example.rated.premium !== null) return example;
  const reasons = example.rated.messages.map(({ message }) => message);
  throw new CommandFailure(
    [`The answers in ${answers} are not quoted, so they cannot be the example.`, ...reasons].join('\n'),
  );
}

async function firstQuotedCase(file: string, product: RateableProduct): Promise<ManualExample | null> {
  for (const { cases } of await readCasesBeside(file, product)) {
    for (const one of cases) {
      const example = exampleOf(product, one);
      if (example.rated.premium !== null) return example;
    }
  }
  return null;
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

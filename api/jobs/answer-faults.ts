import type { CatalogVersion } from '../../db/products/catalog.js';
import { RatingProblem } from '../../domain/expression/index.js';
import { questionOf } from '../../domain/jobs/row-columns.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import { compileReading } from '../../domain/rating/intake/asked-question.js';

/**
 * Says what is wrong with the answer in a cell: no version of the product takes it. Answers that name an iteration, such as
 * the driver of a vehicle, are not checked, and those whose question is another one in some states: the row's event judges them.
 */
export function answerFaults(
  versions: readonly CatalogVersion[],
  columns: readonly string[],
): (column: string, text: string) => string | undefined {
  const readings = new Map(
    columns.map((column) => {
      const { qid } = questionOf(column);
      const asked = versions.flatMap(({ compiled }) => compiled.questionTypes.get(qid) ?? []);
      const differs = versions.some(({ definition }) => isOverlaid(definition, qid));
      const isOpen =
        differs || asked.some(({ isLoop, definition }) => isLoop || definition?.iterationOf !== undefined);
      return [column, isOpen ? [] : asked.map((type) => compileReading(type))];
    }),
  );
  return (column, text) => {
    const problems = (readings.get(column) ?? []).map((read) => problemOf(() => read(text)));
    return problems.includes(undefined) ? undefined : problems[0];
  };
}

const isOverlaid = ({ overlays = [] }: ProductDefinition, qid: string): boolean =>
  overlays.some(({ changes }) => changes.some(({ question }) => question === qid));

function problemOf(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof RatingProblem) return error.message;
    throw error;
  }
}

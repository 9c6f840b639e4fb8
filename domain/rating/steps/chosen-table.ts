import { z } from 'zod';
import { Decimal, RatingProblem, toText } from '../../expression/index.js';
import { expression } from '../../expression/written.js';
import type { Knowledge } from '../lint/knowledge.js';
import { lintCondition } from '../lint/lint-expression.js';
import { type Possible, written } from '../lint/possible.js';
import { evaluate, readLogic } from '../lint/reason.js';
import type { RatingScope } from '../run/rating-scope.js';
import type { Amount, RatingRun } from '../run/run.js';
import type { PlanWords } from '../words/plan-words.js';
import { listed } from '../words/value-words.js';
import { readBy, skippable } from './every-step.js';
import { type LintState, merged, type Path } from './lint-state.js';
import type { Place, PlanContext } from './plan-context.js';
import type { Runner, StepLinter } from './step-kind.js';

/** The table of a lookup: its name, or the tables among which an expression chooses. */
export const chosenTable = z.union([
  z.string(),
  z.strictObject({
    by: expression.describe('Chooses the table.'),
    of: z
      .record(z.string(), z.string())
      .describe("By each value of the expression, a key of the product's `tables`. All have the same keys."),
  }),
]);

export type ChosenTable = z.infer<typeof chosenTable>;

/** The names of the tables. */
export function tablesOf(table: ChosenTable): string[] {
  return typeof table === 'string' ? [table] : [...new Set(Object.values(table.of))];
}

/** Compiles a lookup in each of the tables to one in the table that is chosen. */
export function compileChosen(
  table: ChosenTable,
  place: Place,
  context: PlanContext,
  compileIn: (table: string, path: string) => Runner,
): Runner {
  const path = `${place.path}.table`;
  if (typeof table === 'string') return compileIn(table, path);
  const by = context.expression(table.by, { ...place, path: `${path}.by` });
  const lookups = new Map(
    Object.entries(table.of).map(([value, name]) => [value, compileIn(name, `${path}.of.${value}`)] as const),
  );
  if (lookups.size === 0) context.report(`${path}.of`, 'names no table');
  const qid = by.references.find(({ operator }) => operator === 'answer')?.name;
  const [anyLookup] = lookups.values();
  const explaining = (run: RatingRun, scope: RatingScope, looking: () => Amount): Amount => {
    const { sheet } = run;
    if (!sheet?.everyStep) return looking();
    const first = sheet.lines.length;
    const result = looking();
    const choice = { ...readBy(run, table.by, by.references, scope), of: table.of };
    sheet.explain({ choice }, first);
    return result;
  };
  const runner: Runner = (run, scope, amount) => {
    const value = toText(by.evaluate(scope));
    const lookUp = lookups.get(value);
    if (lookUp) return explaining(run, scope, () => lookUp(run, scope, amount));
    throw new RatingProblem('NO_TABLE_ROW', `no table is given for "${value}"`).at({ qid });
  };
  return skippable(runner, (run, scope, amount) => {
    explaining(run, scope, () => {
      anyLookup?.skip?.(run, scope, amount);
      return amount;
    });
  });
}

/** Whole numbers are tried one by one, up to this many. */
const mostWholeNumbers = 100;

/** Lints a lookup in each table with what is known where it is chosen; what chooses none of them is an error. */
export function lintChosen(
  table: ChosenTable,
  path: Path,
  before: LintState,
  { findings }: StepLinter,
  lintIn: (table: string, before: LintState) => LintState,
): LintState {
  if (typeof table === 'string') return lintIn(table, before);
  const at = [...path, 'table'];
  const ways: (LintState & { where: ReturnType<typeof readLogic> })[] = [];
  let left: Knowledge | null = before.knowledge;
  for (const [value, name] of Object.entries(table.of)) {
    const chosen = { '==': [table.by, value] };
    const place = [...at, 'of', value];
    const { holding, failing } = lintCondition(chosen, place, left ?? before.knowledge, findings);
    if (!left) continue;
    if (holding) {
      const after = lintIn(name, { ...before, knowledge: holding });
      ways.push({ ...after, where: readLogic(chosen, before.knowledge) });
    }
    left = failing;
  }
  if (left) {
    const logic = readLogic(table.by, left);
    const possible = evaluate(logic ?? null, left);
    const values = possible.list ?? wholeNumbers(possible);
    const others = values?.filter((value) => !Object.hasOwn(table.of, toText(value))).map(written) ?? [];
    // A condition before can leave out a whole number between others, unlike a listed value, without lint knowing.
    const isCertain = possible.list !== null && possible.direct;
    if (others.length > 0)
      findings.add(isCertain, [...at, 'of'], `names no table for ${listed(others, 'or')}`);
    else if (values === null)
      findings.warning([...at, 'of'], 'names no table for other values, which decline');
  }
  return ways.length > 0 ? merged(before, ways) : before;
}

/** Each number of a short range without fractions; null for anything else. */
function wholeNumbers({ type, whole, range }: Possible): Decimal[] | null {
  if (type !== 'number' || !whole || !range) return null;
  const [from, to] = [Math.ceil(range.from), Math.floor(range.to)];
  if (!(to - from < mostWholeNumbers)) return null;
  return Array.from({ length: to - from + 1 }, (_, index) => Decimal.of(from + index));
}

/** The tables in the rate manual: `Exhibit 3 (California) if “State” is “CA” or Exhibit 4 …`. */
export function tableWords(table: ChosenTable, words: PlanWords): string {
  if (typeof table === 'string') return words.table(table);
  const each = Object.entries(table.of).map(
    ([value, name]) => `${words.table(name)} if ${words.condition({ '==': [table.by, value] })}`,
  );
  return listed(each, 'or');
}

import { type Decimal, RatingProblem, type Value } from '../../expression/index.js';
import { zero } from '../../money/total.js';
import type { RatingScope } from '../run/rating-scope.js';
import type { WorksheetLine } from '../run/result.js';
import type { Amount, RatingRun } from '../run/run.js';
import type { CompiledTable, Found } from '../tables/compile-table.js';
import { operationOf } from './amounts.js';
import type { Place, PlanContext, PlanExpression } from './plan-context.js';
import type { Step } from './step.js';

type LookupStep = Extract<Step, { op: 'lookup' }>;

/** Compiles a lookup: the keys in the table's order, the answer column by its position. */
export function compileLookup(
  step: LookupStep,
  place: Place,
  context: PlanContext,
): (run: RatingRun, scope: RatingScope, amount: Amount) => Amount {
  const { as, apply } = step;
  const table = context.tables.get(step.table);
  if (!apply && !as)
    context.report(place.path, 'needs "apply", "as" or both, else what is found has no effect');
  if (!table) {
    context.report(`${place.path}.table`, `the product has no table "${step.table}"`);
    if (as) context.define(as, place.loop);
    return (_run, _scope, amount) => amount;
  }
  const column = columnOf(step, table, place, context);
  const keys = keysOf(step, table, place, context);
  const slot = as ? context.define(as, place.loop) : null;
  const operate = apply ? operationOf(apply) : null;
  const answer = table.definition.columns[column];
  const describe = (line: WorksheetLine, row: number): void => {
    line.table = table.name;
    line.row = row;
    if (answer) line.column = answer.name;
    if (apply) line.apply = apply;
  };
  return (run, scope, amount) => {
    const sought: Value[] = [];
    for (const { expression } of keys) sought.push(expression.evaluate(scope));
    const found = find(table, sought, column, keys);
    if (slot !== null) scope.values[slot] = found.value;
    // A column that is applied is checked to be one of numbers.
    const result = operate ? operate(amount, found.value as Decimal) : amount;
    if (run.sheet) {
      const inputs = inputsOf(run, keys, sought);
      if (answer) inputs[answer.name] = run.onSheet(found.value);
      const before = operate ? run.text(amount ?? zero) : undefined;
      const after = operate ? run.text(result ?? zero) : run.onSheet(found.value);
      describe(run.record('lookup', inputs, after, before, as), found.row);
    }
    return result;
  };
}

interface LookupKey {
  name: string;
  expression: PlanExpression;
}

function keysOf(step: LookupStep, table: CompiledTable, place: Place, context: PlanContext): LookupKey[] {
  const path = `${place.path}.keys`;
  const names = table.definition.keys.map(({ name }) => name);
  for (const name of Object.keys(step.keys)) {
    if (!names.includes(name))
      context.report(`${path}.${name}`, `table "${table.name}" has no key "${name}"`);
  }
  return names.map((name) => {
    const sought = Object.hasOwn(step.keys, name) ? step.keys[name] : undefined;
    if (sought === undefined) {
      context.report(path, `key "${name}" of table "${table.name}" is missing`);
      return { name, expression: context.expression('', place) };
    }
    return { name, expression: context.expression(sought, { ...place, path: `${path}.${name}` }) };
  });
}

function columnOf(step: LookupStep, table: CompiledTable, place: Place, context: PlanContext): number {
  const { columns } = table.definition;
  const path = `${place.path}.column`;
  if (step.column === undefined && columns.length > 1) {
    context.report(path, `table "${table.name}" has several columns: say which`);
    return 0;
  }
  const column = step.column === undefined ? 0 : table.columnIndex(step.column);
  if (column === -1) context.report(path, `table "${table.name}" has no column "${step.column}"`);
  else if (step.apply && columns[column]?.type !== 'number') {
    context.report(path, `column "${columns[column]?.name}" is not a number and cannot be applied`);
  }
  return column;
}

/** Looks up; a problem names the question where a key is the answer to one. */
function find(
  table: CompiledTable,
  sought: readonly Value[],
  column: number,
  keys: readonly LookupKey[],
): Found {
  try {
    return table.lookup(sought, column);
  } catch (error) {
    if (!(error instanceof RatingProblem)) throw error;
    const answers = keys.flatMap(({ expression }) =>
      expression.references.filter(({ operator }) => operator === 'answer'),
    );
    throw error.at({ qid: answers.length === 1 ? answers[0]?.name : undefined });
  }
}

function inputsOf(
  run: RatingRun,
  keys: readonly LookupKey[],
  sought: readonly Value[],
): WorksheetLine['inputs'] {
  const inputs: WorksheetLine['inputs'] = {};
  for (let place = 0; place < keys.length; place++) {
    inputs[keys[place]?.name ?? ''] = run.onSheet(sought[place] ?? null);
  }
  return inputs;
}

import { type Decimal, RatingProblem, type Value } from '../../expression/index.js';
import type { Expression } from '../../expression/written.js';
import { suggestion } from '../../ground/nearest.js';
import { zero } from '../../money/total.js';
import type { LineForm } from '../run/line-form.js';
import type { RatingScope } from '../run/rating-scope.js';
import type { Amount, RatingRun } from '../run/run.js';
import type { CompiledTable } from '../tables/compile-table.js';
import type { Found } from '../tables/found.js';
import { type Band, perOf } from '../tables/graduated.js';
import { readBy, skippable, skipped } from './every-step.js';
import { type Application, operationOf } from './operation.js';
import type { Place, PlanContext, PlanExpression } from './plan-context.js';
import type { Runner } from './step-kind.js';

/** What a lookup seeks in a table, and what it does with what it finds. */
interface LookupFields {
  keys: Readonly<Record<string, Expression>>;
  column?: string | undefined;
  apply?: Application | undefined;
  as?: string | undefined;
  values?: Readonly<Record<string, string>> | undefined;
}

/** The inputs of a graduated lookup besides its keys: the band of the row that was hit. */
export const bandInputs = ['band over', 'band base', 'band rate'] as const;

/** Compiles a lookup in a table: the keys in the table's order, the columns by their positions. */
export function compileLookup(
  step: LookupFields,
  table: CompiledTable,
  place: Place,
  context: PlanContext,
): Runner {
  const { apply, as, values = {} } = step;
  const reads = apply !== undefined || as !== undefined;
  const own = reads ? [{ column: columnOf(step, table, place, context), as, apply }] : [];
  const keys = keysOf(step, table, place, context);
  const columns = [...own, ...valuesOf(values, table, place, context)];
  const readers = columns.map((read) => readerOf(read, { table, keys, place, context }));
  const runner: Runner = (run, scope, amount) => {
    // Once, as a value that is kept of one column may be read by a key.
    const sought = keys.map(({ expression }) => expression.evaluate(scope));
    return readers.reduce((current, read) => read(run, scope, current, sought), amount);
  };
  return skippable(runner, (run, scope, amount) => {
    for (const { skip } of readers) skip(run, scope, amount);
  });
}

function bandValues({ over, bases, rates }: Band, column: number): Value[] {
  return [over, bases[column] ?? zero, rates[column] ?? zero];
}

/** A column of a lookup that is read: what its value is kept as, and how it is applied. */
interface ReadColumn {
  column: number;
  as?: string | undefined;
  apply?: Application | undefined;
}

/** The columns that are kept as values, in the table's order: a stored plan's fields are in another order than its file's. */
function valuesOf(
  values: Readonly<Record<string, string>>,
  table: CompiledTable,
  place: Place,
  context: PlanContext,
): ReadColumn[] {
  const kept = Object.entries(values).map(([as, name]) => {
    const column = table.columnIndex(name);
    const names = table.definition.columns.map((each) => each.name);
    if (column === -1) {
      const message = `table "${table.name}" has no column "${name}"${suggestion(name, names)}`;
      context.report(`${place.path}.values.${as}`, message);
    }
    return { column, as };
  });
  return kept.sort((a, b) => a.column - b.column || (a.as < b.as ? -1 : 1));
}

/** Keeps and applies one column of the row of the keys. */
interface ColumnReader {
  (run: RatingRun, scope: RatingScope, amount: Amount, sought: readonly Value[]): Amount;
  /** As of a `Runner`. */
  skip(run: RatingRun, scope: RatingScope, amount: Amount): void;
}

/** Finds, keeps and applies one column, and writes its line to the worksheet. */
function readerOf(
  { column, as, apply }: ReadColumn,
  {
    table,
    keys,
    place,
    context,
  }: { table: CompiledTable; keys: readonly LookupKey[]; place: Place; context: PlanContext },
): ColumnReader {
  const slot = as ? context.define(as, place) : null;
  const operate = apply ? operationOf(apply, place.rounding) : null;
  const answer = table.definition.columns[column];
  const find = finderOf(table, keys, column);
  const { graduated } = table.definition;
  const form: LineForm<'lookup'> = {
    op: 'lookup',
    inputs: [
      ...keys.map(({ name }) => name),
      ...(graduated ? bandInputs : []),
      ...(answer ? [answer.name] : []),
    ],
    as,
    fields: {
      table: table.name,
      ...(answer && { column: answer.name }),
      ...(apply && { apply }),
      ...(apply && place.rounding && { rounding: place.rounding }),
      ...(graduated && {
        graduated: { by: keys.at(-1)?.name ?? '', per: perOf(table.definition).toFixed() },
      }),
    },
  };
  const explain = (run: RatingRun, scope: RatingScope) =>
    run.explain(() => ({
      keys: keys.map(({ written, expression: { references } }) => readBy(run, written, references, scope)),
    }));
  const read = (run: RatingRun, scope: RatingScope, amount: Amount, sought: readonly Value[]) => {
    const found = find(sought);
    if (slot !== null) scope.values[slot] = found.value;
    // An applied column was checked to be numeric.
    const result = operate ? operate(amount, found.value as Decimal) : amount;
    if (run.sheet) {
      const inputs = [...sought];
      if (found.band) inputs.push(...bandValues(found.band, column));
      inputs.push(found.value);
      const after = operate ? (result ?? zero) : found.value;
      run.record(form, inputs, after, operate ? (amount ?? zero) : null, found.row);
      explain(run, scope);
    }
    return result;
  };
  const skip = skipped(form, () => [], { changesAmount: operate !== null });
  return Object.assign(read, {
    skip(run: RatingRun, scope: RatingScope, amount: Amount) {
      skip(run, scope, amount);
      explain(run, scope);
    },
  });
}

interface LookupKey {
  name: string;
  /** As the plan writes it. */
  written: Expression;
  expression: PlanExpression;
}

function keysOf(step: LookupFields, table: CompiledTable, place: Place, context: PlanContext): LookupKey[] {
  const path = `${place.path}.keys`;
  const names = table.definition.keys.map(({ name }) => name);
  for (const name of Object.keys(step.keys)) {
    if (!names.includes(name))
      context.report(
        `${path}.${name}`,
        `table "${table.name}" has no key "${name}"${suggestion(name, names)}`,
      );
  }
  return names.map((name) => {
    const sought = Object.hasOwn(step.keys, name) ? step.keys[name] : undefined;
    if (sought === undefined) {
      context.report(path, `key "${name}" of table "${table.name}" is missing`);
      return { name, written: '', expression: context.expression('', place) };
    }
    return {
      name,
      written: sought,
      expression: context.expression(sought, { ...place, path: `${path}.${name}` }),
    };
  });
}

function columnOf(step: LookupFields, table: CompiledTable, place: Place, context: PlanContext): number {
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

function finderOf(
  { lookup, lookupOne }: CompiledTable,
  keys: readonly LookupKey[],
  column: number,
): (sought: readonly Value[]) => Found {
  return (sought) => {
    try {
      const [only] = sought;
      return lookupOne && only !== undefined ? lookupOne(only, column) : lookup(sought, column);
    } catch (problem) {
      throw withQuestion(problem, keys);
    }
  };
}

/** The problem of a look-up, with the question if one key is its answer. */
function withQuestion(problem: unknown, keys: readonly LookupKey[]): unknown {
  if (!(problem instanceof RatingProblem)) return problem;
  const answers = keys.flatMap(({ expression }) =>
    expression.references.filter(({ operator }) => operator === 'answer'),
  );
  return problem.at({ qid: answers.length === 1 ? answers[0]?.name : undefined });
}

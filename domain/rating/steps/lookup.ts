import { z } from 'zod';
import { type Decimal, RatingProblem, type Value } from '../../expression/index.js';
import { expression } from '../../expression/written.js';
import { suggestion } from '../../ground/nearest.js';
import { zero } from '../../money/total.js';
import { computedCell } from '../cells/evaluate.js';
import { type Cell, type CellValue, constant, foundCell, operation } from '../cells/formula.js';
import { lintLookup } from '../lint/lint-lookup.js';
import { anything } from '../lint/possible.js';
import type { LineForm } from '../run/line-form.js';
import type { RatingScope } from '../run/rating-scope.js';
import type { CompiledTable, Found } from '../tables/compile-table.js';
import { type Band, perOf } from '../tables/graduated.js';
import { listed } from '../words/value-words.js';
import { type FoundLine, foundCells, foundEffect, foundRule, foundText, withFound } from './found-value.js';
import { application, changeBy, operations, recordedNumber } from './operation.js';
import type { Place, PlanContext, PlanExpression } from './plan-context.js';
import { type StepKind, stepFields } from './step-kind.js';

const schema = z.strictObject({
  ...stepFields,
  op: z.literal('lookup'),
  table: z.string().describe("A key of the product's `tables`."),
  keys: z.record(z.string(), expression).describe('What is looked up, by name of the key.'),
  column: z.string().optional().describe('The answer column; required if the table has several.'),
  apply: application
    .optional()
    .describe('Applies the number found to the running amount. `apply`, `as` or both are required.'),
  as: z.string().optional().describe('Stores the value found as a derived value of this name.'),
});

type LookupStep = z.infer<typeof schema>;

interface LookupLine extends FoundLine<'lookup'> {
  table: string;
  /** Index of the table row hit. */
  row: number;
  /** The answer column; the value found is the input of that name. */
  column?: string;
  /** Of a graduated table: the key whose number is divided among bands, and the units of a rate. */
  graduated?: { by: string; per: string };
}

/** The inputs of a graduated lookup besides its keys: the band of the row that was hit. */
const bandInputs = ['band over', 'band base', 'band rate'] as const;

declare module '../run/worksheet-line.js' {
  interface StepTypes {
    lookup: { step: LookupStep; line: LookupLine };
  }
}

/** Looks up a value in a table of the product. */
export const lookup: StepKind<'lookup'> = {
  description:
    'looks `keys` up in `table`; `column` if it has several. `apply` applies the number to the amount (`set`, `multiply`, `add`, `subtract`, `divide`), `as` keeps the result as a derived value; at least one of them',
  schema: () => schema,
  /** The keys in the table's order, the answer column by its position. */
  compile(step, place, context) {
    const { as, apply } = step;
    const table = context.tables.get(step.table);
    if (!apply && !as) {
      context.report(place.path, 'needs "apply", "as" or both, else what is found has no effect');
    }
    if (!table) {
      context.report(
        `${place.path}.table`,
        `the product has no table "${step.table}"${suggestion(step.table, context.tables.keys())}`,
      );
      if (as) context.define(as, place);
      return (_run, _scope, amount) => amount;
    }
    const column = columnOf(step, table, place, context);
    const keys = keysOf(step, table, place, context);
    const slot = as ? context.define(as, place) : null;
    const operate = apply ? operations[apply].run : null;
    const answer = table.definition.columns[column];
    const find = finderOf(table, keys, column);
    const form: LineForm<'lookup'> = {
      op: 'lookup',
      inputs: [
        ...keys.map(({ name }) => name),
        ...(table.definition.graduated ? bandInputs : []),
        ...(answer ? [answer.name] : []),
      ],
      as,
      fields: {
        table: table.name,
        ...(answer && { column: answer.name }),
        ...(apply && { apply }),
        ...(table.definition.graduated && {
          graduated: { by: keys.at(-1)?.name, per: perOf(table.definition).toFixed() },
        }),
      },
    };
    return (run, scope, amount) => {
      const inputs: Value[] | null = run.sheet ? [] : null;
      const found = find(scope, inputs);
      if (slot !== null) scope.values[slot] = found.value;
      // An applied column was checked to be numeric.
      const result = operate ? operate(amount, found.value as Decimal) : amount;
      if (inputs) {
        if (found.band) inputs.push(...bandValues(found.band, column));
        inputs.push(found.value);
        const after = operate ? (result ?? zero) : found.value;
        run.record(form, inputs, after, operate ? (amount ?? zero) : null, found.row);
      }
      return result;
    };
  },
  lint(step, path, before, linter) {
    const usage = linter.usageOf(step.table);
    const found = usage ? lintLookup(step, path, before.knowledge, usage, linter.findings) : anything;
    return withFound(step, found, path, before, linter.findings);
  },
  effect: foundEffect,
  rule(step, words) {
    const keys = Object.entries(step.keys).map(([name, sought]) =>
      typeof sought === 'object'
        ? words.operand(sought)
        : `${words.key(step.table, name)} ${words.operand(sought)}`,
    );
    const what = `${words.column(step.table, step.column)} in ${words.table(step.table)}, by ${listed(keys)}`;
    return [foundRule(step, what)];
  },
  describe: (line) =>
    foundText(line, `${line.column ?? 'answer'} of ${line.table}${line.graduated ? ', by bands' : ''}`),
  reads({ inputs, column }) {
    const { [column ?? '']: _found, ...keys } = inputs;
    return keys;
  },
  readsInShort: true,
  cells(line, memory) {
    const { apply, column, inputs, after } = line;
    const found = apply === undefined ? after : column === undefined ? null : inputs[column];
    return foundCells(line, memory, graduatedCell(line, found ?? null));
  },
  change: ({ apply, column, inputs }) =>
    apply === undefined ? null : changeBy(apply, recordedNumber(inputs[column ?? ''])),
};

function bandValues({ over, bases, rates }: Band, column: number): Value[] {
  return [over, bases[column] ?? zero, rates[column] ?? zero];
}

/** What was found, computed from its band if the table is graduated. */
function graduatedCell({ graduated, inputs }: LookupLine, found: CellValue): Cell {
  if (!graduated) return foundCell(found);
  const [amount, over, base, rate] = [graduated.by, ...bandInputs].map((name) =>
    constant(inputs[name] ?? ''),
  );
  if (!amount || !over || !base || !rate) return foundCell(found);
  const rest = operation('*', operation('-', amount, over), rate);
  return computedCell(found, operation('+', base, operation('/', rest, constant(graduated.per))));
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
      context.report(
        `${path}.${name}`,
        `table "${table.name}" has no key "${name}"${suggestion(name, names)}`,
      );
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

/** Looks up, and adds the keys to a list if one is given. */
type Find = (scope: RatingScope, sought: Value[] | null) => Found;

function finderOf(table: CompiledTable, keys: readonly LookupKey[], column: number): Find {
  const { lookupOne } = table;
  const [first] = keys;
  if (lookupOne && first) {
    const { evaluate } = first.expression;
    return (scope, sought) => {
      const key = evaluate(scope);
      sought?.push(key);
      try {
        return lookupOne(key, column);
      } catch (problem) {
        throw withQuestion(problem, keys);
      }
    };
  }
  return (scope, sought) => {
    const all = sought ?? [];
    for (const { expression } of keys) all.push(expression.evaluate(scope));
    try {
      return table.lookup(all, column);
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

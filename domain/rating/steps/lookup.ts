import { z } from 'zod';
import { expression } from '../../expression/written.js';
import { suggestion } from '../../ground/nearest.js';
import { computedCell } from '../cells/evaluate.js';
import { type Cell, type CellValue, constant, foundCell, operation } from '../cells/formula.js';
import { lintLookup, readColumn } from '../lint/lint-lookup.js';
import { something } from '../lint/possible.js';
import { listed } from '../words/value-words.js';
import { chosenTable, compileChosen, lintChosen, tablesOf, tableWords } from './chosen-table.js';
import { bandInputs, compileLookup } from './compile-lookup.js';
import { type FoundLine, foundCells, foundEffect, foundRule, foundText, withFound } from './found-value.js';
import { keptNames } from './kept-names.js';
import { liveLookup } from './live-lookup.js';
import { application, changeBy, recordedNumber } from './operation.js';
import { type StepKind, stepFields } from './step-kind.js';

const schema = z.strictObject({
  ...stepFields,
  op: z.literal('lookup'),
  table: chosenTable.describe(
    "A key of the product's `tables`, or an expression that chooses among several.",
  ),
  keys: z.record(z.string(), expression).describe('What is looked up, by name of the key.'),
  column: z.string().optional().describe('The answer column; required if the table has several.'),
  apply: application
    .optional()
    .describe('Applies the number found to the running amount. `apply`, `as` or `values` is required.'),
  as: z.string().optional().describe('Stores the value found as a derived value of this name.'),
  values: z
    .record(z.string().min(1), z.string())
    .optional()
    .describe('Stores several columns of the row, each as a derived value: `{ name: column }`.'),
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

declare module '../run/worksheet-line.js' {
  interface StepTypes {
    lookup: { step: LookupStep; line: LookupLine };
  }
}

/** Looks up a value in a table of the product. */
export const lookup: StepKind<'lookup'> = {
  description:
    'looks `keys` up in `table`; `column` if it has several. `apply` applies the number to the amount (`set`, `multiply`, `add`, `subtract`, `divide`), `as` keeps the result as a derived value, and `values` keeps several columns of the row, as `{ name: column }`; at least one of them',
  schema: () => schema,
  compile(step, place, context) {
    const { as, apply, values = {} } = step;
    const reads = apply !== undefined || as !== undefined;
    if (!reads && Object.keys(values).length === 0) {
      context.report(place.path, 'needs "apply", "as" or "values", else what is found has no effect');
    }
    return compileChosen(step.table, place, context, (name, path) => {
      const table = context.tables.get(name);
      if (table) return compileLookup(step, table, place, context);
      const meant = suggestion(name, context.tables.keys());
      context.report(path, `the product has no table "${name}"${meant}`);
      for (const kept of keptNames(step)) context.define(kept.name, place);
      return (_run, _scope, amount) => amount;
    });
  },
  lint: (step, path, before, linter) =>
    lintChosen(step.table, path, before, linter, (table, known) => {
      const usage = linter.usageOf(table);
      const found = usage ? lintLookup(step, path, known.knowledge, usage, linter.findings) : something;
      const { amount, knowledge } = withFound(step, found, path, known, linter);
      const kept = Object.entries(step.values ?? {}).reduce(
        (all, [name, column]) => all.define(name, usage ? readColumn(usage, column) : something),
        knowledge,
      );
      return { amount, knowledge: kept };
    }),
  effect: (step) => ({ ...foundEffect(step), only: keptNames(step).length === 0 }),
  rule(step, words) {
    const [table = ''] = tablesOf(step.table);
    const keys = Object.entries(step.keys).map(([name, sought]) =>
      typeof sought === 'object'
        ? words.operand(sought)
        : `${words.key(table, name)} ${words.operand(sought)}`,
    );
    const place = `in ${tableWords(step.table, words)}, by ${listed(keys)}`;
    const kept = Object.entries(step.values ?? {}).map(
      ([name, column]) => `${words.column(table, column)} is called ${words.value(name)}`,
    );
    const own = foundRule(step, `${words.column(table, step.column)} ${place}`);
    if (kept.length === 0) return [own];
    const several = `Of the row ${place}: ${listed(kept)}.`;
    return step.apply === undefined && step.as === undefined ? [several] : [own, several];
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
    const live = memory.live && liveLookup(line, memory, found ?? null);
    if (!live) return foundCells(line, memory, graduatedCell(line, found ?? null));
    return {
      ...foundCells(line, memory, live.found),
      row: live.row,
      tableRow: live.tableRow,
      upper: live.upper,
    };
  },
  change: ({ apply, column, inputs, rounding }) =>
    apply === undefined ? null : changeBy(apply, recordedNumber(inputs[column ?? '']), rounding),
};

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

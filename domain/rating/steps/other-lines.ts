import type { CellMemory } from '../cells/cell-memory.js';
import { computedCell } from '../cells/evaluate.js';
import { expressionText } from '../cells/expression-text.js';
import { type Cell, type Formula, foundCell, operation, reference } from '../cells/formula.js';
import { computedInput, valueCells } from '../cells/line-cells.js';
import type { LineOf, OtherLines } from '../run/worksheet-line.js';
import type { LineKind } from './step-kind.js';

const rule: LineKind<'INELIGIBLE' | 'DECLINE' | 'REFER' | 'ACCEPTANCE' | 'MESSAGE'> = {
  describe: (line) => expressionText(line.expression),
  reads: ({ inputs }) => inputs,
  cells: (line, memory) =>
    valueCells(memory.live ? computedInput(line, memory, line.after) : foundCell(line.after)),
  change: () => null,
};

const sum: LineKind<'sum'> = {
  describe: ({ inputs }) => Object.keys(inputs).join(' + '),
  reads: ({ inputs }) => inputs,
  cells(line, memory) {
    const parts =
      memory.live && line.section === 'policy' && memory.coverages.size > 0
        ? [...memory.coverages.values()].map(reference)
        : Object.keys(line.inputs).map((name) => partOfSum(line, name, memory));
    const formula = parts.every((part) => part !== null) ? operation('+', ...parts) : null;
    const after = computedCell(line.after, formula);
    if (after.formula === null) memory.live?.freeze(line, 'the sum stays');
    memory.setRunning(line, after);
    return valueCells(after);
  },
  change: () => null,
};

const component: LineKind<'component'> = {
  describe: () => 'premium of the component, rated by its own plan',
  reads: ({ inputs }) => inputs,
  cells(line, memory) {
    const name = String(line.inputs.component);
    const premium = memory.value(`${name}.premium`);
    const after = computedCell(line.after, premium ? reference(premium) : null);
    memory.setValue(name, undefined, after);
    return valueCells(after);
  },
  change: () => null,
};

const allocate: LineKind<'allocate'> = {
  describe: () => 'part of the premium, in proportion',
  reads: () => ({}),
  cells: (line, memory) => ({ ...valueCells(foundCell(line.after)), before: ratedAmount(line, memory) }),
  change: () => null,
};

const share: LineKind<'share'> = {
  describe: ({ expression }) =>
    `part of the coverage's premium, in proportion to ${expressionText(expression)}`,
  reads({ inputs: { coverage: _code, premium: _whole, ...read } }) {
    return read;
  },
  cells: (line, memory) => ({ ...valueCells(foundCell(line.after)), before: ratedShare(line, memory) }),
  change: () => null,
};

/** Lines of other kinds than steps. */
export const otherLines: { readonly [Op in keyof OtherLines]: LineKind<Op> } = {
  sum,
  component,
  allocate,
  share,
  INELIGIBLE: rule,
  DECLINE: rule,
  REFER: rule,
  ACCEPTANCE: rule,
  MESSAGE: rule,
};

/** A coverage's or a component's amount; of a tax, the component's or the package's own charge. */
function partOfSum(line: LineOf<'sum'>, name: string, memory: CellMemory): Formula | null {
  if (!line.section.startsWith('taxes:')) return memory.read(line, { operator: 'value', name });
  const charged = name === 'package' ? memory : memory.components.get(name);
  const amount = charged?.running({ section: line.section });
  return amount ? reference(amount) : null;
}

/** The number that a share is in proportion to; in a package that of its component. */
function ratedShare(line: LineOf<'share'>, memory: CellMemory): Cell {
  const { before = null, iterationId } = line;
  const rows = [...memory.components.values()].flatMap(({ shares }) => shares.flatMap((each) => each.rows));
  const same = rows.find(
    ({ code, rated, line: { source } }) =>
      code === line.inputs.coverage && source.iterationId === iterationId && rated.value === before,
  );
  return same ? computedCell(before, reference(same.rated)) : computedInput(line, memory, before);
}

/** The rated premium of a coverage: by its steps, or in a package its part of its component's premium. */
function ratedAmount(line: LineOf<'allocate'>, memory: CellMemory): Cell {
  const code = String(line.inputs.coverage);
  const before = line.before ?? null;
  const ofComponents = [...memory.components.values()].flatMap(({ allocation }) => allocation?.rows ?? []);
  const part = ofComponents.find((row) => row.code === code && row.part.value === before)?.part;
  const rated = part ?? memory.value(code);
  return computedCell(before, rated ? reference(rated) : null);
}

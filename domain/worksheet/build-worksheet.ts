import type { AnswerMap } from '../intake/answers.js';
import { CellMemory } from '../rating/cells/cell-memory.js';
import { derivedCell } from '../rating/cells/evaluate.js';
import { type Cell, constant, operation, reference } from '../rating/cells/formula.js';
import type { LiveParts } from '../rating/cells/live.js';
import type { SheetLine } from '../rating/cells/sheet-line.js';
import { iterationKey, type WorksheetLine } from '../rating/run/worksheet-line.js';
import { lineKindOf } from '../rating/steps/step-kinds.js';
import { allocationOf } from './allocation.js';
import { iterationNames } from './iteration-names.js';
import { SectionIndex } from './section-index.js';
import type { Section, Worksheet } from './worksheet.js';

/**
 * Arranges the lines of a rating (spec 4.9): sections in the order in which they ran, the answers that were
 * read, and for each amount its formula if it is simple arithmetic.
 * @param intake the rated answers: they tell the policy's answers apart, and count a loop's iterations.
 * @param live for the lines of every step: lookups and conditions become formulas, too.
 * @param named what people call the iterations, by their ids.
 */
export function buildWorksheet(
  lines: readonly WorksheetLine[],
  intake: AnswerMap,
  live: LiveParts | null = null,
  named?: ReadonlyMap<string, string>,
): Worksheet {
  const memory = new CellMemory(intake, live);
  let number = 0;
  const sections = new SectionIndex();
  const pending = new Pending();
  const built: SheetLine[] = [];
  const iterationName = iterationNames(intake, named);
  for (const [index, source] of lines.entries()) {
    if (endsAllocation(lines[index - 1], source)) allocate(lines[index - 1], sections, memory, iterationName);
    const section = sections.of(source);
    const own = memory.of(source);
    const kind = lineKindOf(source);
    if (kind.prepare && !isSameStep(lines[index - 1], source)) kind.prepare(sameStep(lines, index), own);
    const waiting = pending.take(source, section);
    const iterations = kind.aggregate
      ? endLoop(source, waiting, own)
      : kind.testsIterations
        ? tested(source, waiting)
        : [];
    const line: SheetLine = {
      number: source.plan?.skipped ? null : ++number,
      source,
      row: null,
      tableRow: null,
      upper: null,
      kept: null,
      ...kind.cells(source, own, iterations),
      applies: live && own.applies(source),
      iterationTotal: null,
    };
    section.lines.push(line);
    built.push(line);
    pending.add(line, section);
    if (source.iterationId === undefined && runs(source)) section.amount = line.after;
  }
  allocate(lines.at(-1), sections, memory, iterationName);
  return {
    lines: built,
    live,
    sections: sections.all(),
    inputs: memory.inputs,
    allocation: memory.allocation,
    premium: memory.allocation?.premium ?? null,
    iterationName,
    componentName: componentNames(lines),
  };
}

function isSameStep(a: WorksheetLine | undefined, b: WorksheetLine | undefined): boolean {
  return a?.section === b?.section && a?.step === b?.step && a?.component === b?.component;
}

/** The lines of one step from the first one on. */
function sameStep(lines: readonly WorksheetLine[], from: number): WorksheetLine[] {
  const end = lines.findIndex((line, index) => index > from && !isSameStep(line, lines[from]));
  return lines.slice(from, end === -1 ? undefined : end);
}

/** The lines of iterations until the line that follows the iterations, by section and iterations around them. */
class Pending {
  readonly #lines = new Map<string, SheetLine[]>();

  /** The lines of the iterations before a line. */
  take(source: WorksheetLine, section: Section): SheetLine[] {
    const key = `${section.key}\n${iterationKey(source) ?? ''}`;
    const lines = this.#lines.get(key) ?? [];
    this.#lines.delete(key);
    return lines;
  }

  add(line: SheetLine, section: Section): void {
    const { iterationId, within = [] } = line.source;
    if (iterationId === undefined) return;
    const key = `${section.key}\n${within.join('/')}`;
    const lines = this.#lines.get(key);
    if (lines) lines.push(line);
    else this.#lines.set(key, [line]);
  }
}

function runs({ op, before }: WorksheetLine): boolean {
  return op === 'sum' || (before !== undefined && op !== 'allocate');
}

/** The amount of each iteration since the last line outside the loop: its last line with a running amount. */
function endLoop(sum: WorksheetLine, lines: readonly SheetLine[], memory: CellMemory): Cell[] {
  const last = new Map<string, SheetLine>();
  /** Whether each of its lines applies; null for one that always does. */
  const applying = new Map<string | undefined, (Cell | null)[]>();
  for (const line of lines) {
    const iteration = iterationKey(line.source);
    if (iteration === undefined || !runs(line.source)) continue;
    last.set(iteration, line);
    applying.set(iteration, [...(applying.get(iteration) ?? []), line.applies]);
  }
  memory.endIterations(sum.section, last.keys());
  return [...last.values()].map((line) => {
    const total = totalOfIteration(
      line,
      applying.get(iterationKey(line.source)) ?? [],
      sum.op === 'sumOverLoop',
    );
    line.iterationTotal = total;
    return total;
  });
}

/** What an iteration comes to: nothing, which counts as zero in a sum only, if none of its steps runs. */
function totalOfIteration({ after }: SheetLine, applying: readonly (Cell | null)[], isSum: boolean): Cell {
  const conditions = [...new Set(applying)].filter((cell) => cell !== null);
  if (isSum || applying.includes(null) || conditions.length === 0)
    return { value: after.value, formula: reference(after) };
  const applies = operation('or', ...conditions.map(reference));
  const value = conditions.some((cell) => cell.value === true) ? after.value : null;
  return { value, formula: operation('if', applies, reference(after), constant('')) };
}

/** The results of a step for each iteration. */
function tested({ step }: WorksheetLine, lines: readonly SheetLine[]): Cell[] {
  return lines.filter(({ source }) => source.step === step).map(({ after }) => after);
}

function endsAllocation(previous: WorksheetLine | undefined, line: WorksheetLine): boolean {
  return previous?.section !== line.section || previous.component !== line.component;
}

/** The allocation that ended with a line, if the allocated premium is known. */
function allocate(
  last: WorksheetLine | undefined,
  sections: SectionIndex,
  memory: CellMemory,
  iterationName: (iterationId: string) => string,
): void {
  if (last?.op !== 'allocate' && last?.op !== 'share') return;
  const section = sections.of(last);
  const own = memory.of(last);
  const policy = sections.of({ ...last, section: 'policy' });
  const digits = Number(policy.lines.at(-1)?.source.inputs.digits);
  if (Number.isNaN(digits)) return;
  if (last.op === 'allocate') {
    const rated = policy.lines.find(({ source }) => source.op === 'sum')?.after;
    if (!rated || !policy.amount) return;
    const nameOf = ({ source }: SheetLine) => source.step;
    section.allocation = allocationOf(section.lines, { premium: policy.amount, rated, digits, nameOf });
    own.allocation = section.allocation;
  } else {
    const premium = own.allocation?.rows.find(({ code }) => code === section.name)?.part;
    if (!premium) return;
    const rated = derivedCell({ kind: 'sum', cells: section.lines.flatMap(({ before }) => before ?? []) });
    const nameOf = ({ source }: SheetLine) => iterationName(source.iterationId ?? '');
    section.allocation = allocationOf(section.lines, { premium, rated, digits, nameOf });
    if (section.allocation) own.shares.push(section.allocation);
  }
  // One cell for a part, in every place that shows it.
  for (const { line, part } of section.allocation?.rows ?? []) line.after = part;
}

function componentNames(lines: readonly WorksheetLine[]): (component: string) => string {
  const names = new Map(
    lines.flatMap(({ op, step, inputs }) => (op === 'component' ? [[String(inputs.component), step]] : [])),
  );
  return (component) => names.get(component) ?? component;
}

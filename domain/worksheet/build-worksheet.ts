import type { AnswerMap } from '../intake/answers.js';
import type { WorksheetLine } from '../rating/result.js';
import { allocationOf } from './allocation.js';
import { CellMemory } from './cell-memory.js';
import { type Cell, reference } from './formula.js';
import { cellsOf } from './line-cells.js';
import type { Allocation, Section, SectionKind, SheetLine, Worksheet } from './worksheet.js';

/**
 * Arranges the lines that a rating left (spec 4.9): sections in the order in which they ran, the answers that
 * were read, and for each amount the formula that leads to it wherever that is simple arithmetic.
 * @param intake the answers that were rated; says which were the policy's, and counts a loop's iterations.
 */
export function buildWorksheet(lines: readonly WorksheetLine[], intake: AnswerMap): Worksheet {
  const memory = new CellMemory(intake);
  const pending = new Map<string, SheetLine[]>();
  const sections = new Map<string, Section>();
  const built = lines.map((source, index) => {
    const section = sections.get(source.section) ?? sectionOf(source.section);
    sections.set(section.key, section);
    const iterations = source.op === 'sumOverLoop' ? endLoop(source, pending, memory) : [];
    const cells = cellsOf(source, memory, iterations);
    const line: SheetLine = { number: index + 1, source, ...cells, iterationTotal: null };
    section.lines.push(line);
    if (source.iterationId === undefined) pending.delete(source.section);
    else pendingOf(pending, source.section).push(line);
    if (source.iterationId === undefined && runs(source)) section.amount = cells.after;
    return line;
  });
  const allocation = allocate(sections);
  return {
    lines: built,
    sections: [...sections.values()],
    inputs: memory.inputs,
    allocation,
    premium: allocation?.premium ?? null,
    iterationName: iterationNames(intake),
  };
}

function sectionOf(key: string): Section {
  const colon = key.indexOf(':');
  const before = colon === -1 ? key : key.slice(0, colon);
  const name = colon === -1 ? key : key.slice(colon + 1);
  return { key, kind: kinds.get(before) ?? 'other', name, lines: [], amount: null };
}

const kinds: ReadonlyMap<string, SectionKind> = new Map([
  ['derive', 'derive'],
  ['loop', 'loop'],
  ['coverage', 'coverage'],
  ['policy', 'policy'],
  ['allocation', 'allocation'],
  ['taxes', 'taxes'],
  ['underwriting', 'underwriting'],
]);

function runs({ op, before }: WorksheetLine): boolean {
  return op === 'sum' || (before !== undefined && op !== 'allocate');
}

function pendingOf(pending: Map<string, SheetLine[]>, section: string): SheetLine[] {
  const known = pending.get(section);
  if (known) return known;
  const lines: SheetLine[] = [];
  pending.set(section, lines);
  return lines;
}

/** What each iteration since the last line outside the loop came to: its last line with a running amount. */
function endLoop(sum: WorksheetLine, pending: Map<string, SheetLine[]>, memory: CellMemory): Cell[] {
  const lines = pending.get(sum.section) ?? [];
  const last = new Map<string, SheetLine>();
  for (const line of lines) {
    if (line.source.iterationId !== undefined && runs(line.source)) last.set(line.source.iterationId, line);
  }
  memory.endIterations(sum.section, last.keys());
  return [...last.values()].map((line) => {
    const total: Cell = { value: line.after.value, formula: reference(line.after) };
    line.iterationTotal = total;
    return total;
  });
}

/** The allocation, where the rating came that far. */
function allocate(sections: ReadonlyMap<string, Section>): Allocation | null {
  const policy = sections.get('policy');
  const lines = sections.get('allocation')?.lines ?? [];
  const rated = policy?.lines.find(({ source }) => source.op === 'sum')?.after;
  const premium = policy?.amount;
  const digits = policy?.lines.at(-1)?.source.inputs.digits;
  if (!rated || !premium || digits === undefined) return null;
  const allocation = allocationOf(lines, { premium, rated, digits: Number(digits) });
  // One set of cells for an allocation's line, wherever it is shown.
  for (const { line, part } of allocation?.rows ?? []) line.after = part;
  return allocation;
}

function iterationNames(intake: AnswerMap): (iterationId: string) => string {
  const names = new Map<string, string>();
  for (const [qid, entry] of Object.entries(intake)) {
    if (entry.type !== 'LOOP') continue;
    const title = `${qid.charAt(0).toUpperCase()}${qid.slice(1)}`;
    entry.iterations.forEach(({ iterationId }, index) => {
      names.set(iterationId, `${title} ${index + 1}`);
    });
  }
  return (iterationId) => names.get(iterationId) ?? iterationId;
}

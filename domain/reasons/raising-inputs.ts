import type { LineInputs, WorksheetLine } from '../rating/run/worksheet-line.js';

/** An input of a rating: an answer, or another value that no step computes. */
export interface ReadInput {
  /** A question's id, or the name under which a step reads it. */
  name: string;
  value: string | boolean | null;
}

const adjusting: ReadonlySet<string> = new Set(['multiply', 'divide', 'add', 'subtract']);

/** Whether a step changes an amount that is there already, by a factor or a surcharge. */
export function adjusts(line: WorksheetLine): boolean {
  if (!/^(coverage:|policy$)/.test(line.section)) return false;
  const applied = 'apply' in line && line.op === 'lookup' ? line.apply : line.op;
  return applied !== undefined && adjusting.has(applied);
}

/** Follows what steps read back to inputs: through the values that earlier steps keep. */
export class InputTrace {
  readonly #kept = new Map<string, WorksheetLine>();

  constructor(lines: readonly WorksheetLine[]) {
    for (const line of lines) {
      if ('as' in line && typeof line.as === 'string') this.#kept.set(keyOf(line, line.as), line);
    }
  }

  /** The inputs of a step, each once; a step of constants has none. */
  of(line: WorksheetLine): ReadInput[] {
    const found = new Map<string, ReadInput>();
    this.#collect(line, found, new Set());
    return [...found.values()];
  }

  #collect(line: WorksheetLine, found: Map<string, ReadInput>, seen: Set<WorksheetLine>): void {
    if (seen.has(line)) return;
    seen.add(line);
    for (const [name, value] of Object.entries(ownInputs(line))) {
      const source =
        this.#kept.get(keyOf(line, name)) ?? this.#kept.get(keyOf({ ...line, iterationId: '' }, name));
      if (source === undefined || source === line) found.set(name, { name, value });
      else this.#collect(source, found, seen);
    }
  }
}

/** What a step reads, without what it found or computed from that. */
function ownInputs(line: WorksheetLine): LineInputs {
  const column = 'column' in line && typeof line.column === 'string' ? line.column : undefined;
  const isResult = (name: string) => name === 'by' || name === column;
  return Object.fromEntries(Object.entries(line.inputs).filter(([name]) => !isResult(name)));
}

function keyOf(
  { component = '', iterationId = '' }: Pick<WorksheetLine, 'component' | 'iterationId'>,
  name: string,
): string {
  return [component, iterationId, name].join('\n');
}

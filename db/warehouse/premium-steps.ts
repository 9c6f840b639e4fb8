import type { WorksheetLine } from '../../domain/rating/run/worksheet-line.js';
import { linesIn } from '../models/worksheet-text.js';
import type { WarehouseColumn, WarehouseRow } from './warehouse-table.js';

/** The columns that are made of a worksheet's line. */
export const stepColumns = {
  number: { type: 'integer' },
  component: { type: 'text' },
  section: { type: 'text' },
  coverage: { type: 'text' },
  step: { type: 'text' },
  op: { type: 'text' },
  iteration_id: { type: 'text' },
  within: { type: 'json' },
  inputs: { type: 'json' },
  before: { type: 'text' },
  after: { type: 'text' },
  before_number: { type: 'double' },
  after_number: { type: 'double' },
  table_name: { type: 'text' },
  table_row: { type: 'integer' },
  value_name: { type: 'text' },
  details: { type: 'json' },
} as const satisfies Record<string, WarehouseColumn>;

/** The row of a quote with the lines of its worksheet, as a row for each line. */
export function* rowsOfSteps({ deflated, ...quote }: WarehouseRow): Generator<WarehouseRow> {
  let number = 0;
  for (const line of linesIn({ deflated: deflated as Uint8Array })) {
    number += 1;
    yield Object.assign(valuesOf(line, number), quote);
  }
}

type WrittenLine = WorksheetLine & { table?: string; row?: number; as?: string };

function valuesOf(line: WrittenLine, number: number): Record<keyof typeof stepColumns, unknown> {
  const { component, section, step, op, iterationId, within, inputs, before, after, ...others } = line;
  const { table, row, as, ...details } = others as Partial<WrittenLine>;
  return {
    number,
    component,
    section,
    coverage: coverageOf(section, inputs),
    step,
    op,
    iteration_id: iterationId,
    within: within && JSON.stringify(within),
    inputs: JSON.stringify(inputs),
    before,
    after: after === null ? null : String(after),
    before_number: numberIn(before),
    after_number: numberIn(after),
    table_name: table,
    // Rows of tables count from 0.
    table_row: row,
    value_name: as,
    details: Object.keys(details).length === 0 ? null : JSON.stringify(details),
  };
}

/** The code of the coverage that a line is about. */
function coverageOf(section: string, inputs: WorksheetLine['inputs']): string | null {
  const [kind, name = null] = section.split(':', 2);
  if (kind === 'coverage' || kind === 'shares') return name;
  return kind === 'allocation' && typeof inputs.coverage === 'string' ? inputs.coverage : null;
}

const decimal = /^-?\d+(\.\d+)?$/;

function numberIn(value: string | boolean | null | undefined): number | null {
  return typeof value === 'string' && decimal.test(value) ? Number(value) : null;
}

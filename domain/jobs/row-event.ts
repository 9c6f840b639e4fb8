import { type EventEnvelope, eventEnvelope } from '../events/envelope.js';
import { derivedId } from '../ground/derived-id.js';
import { faultsIn } from '../ground/issue-sentence.js';
import { parsed, tooManyErrors } from '../ground/parse.js';
import { intakeOfPairs, issuesOfPairs } from '../intake/intake-formats.js';
import type { JobCells, JobEventType } from './job-types.js';
import { type ColumnRole, columnAt, payloadValue } from './row-columns.js';

/** A fault of a row, by its column; without one the row as a whole is at fault. */
export interface CellFault {
  column?: string | undefined;
  detail: string;
}

export interface RowToRead {
  type: JobEventType;
  lineId: string;
  cells: JobCells;
  /** By column. */
  roles: ReadonlyMap<string, ColumnRole>;
  /** What the ids of its loops' iterations are derived from: the row, so that each reading gives the same. */
  seed: readonly string[];
  /** The id of the policy whose number the row has. */
  policyId?: string | undefined;
  /** The fault of an answer, if there is one. */
  answerFault(column: string, text: string): string | undefined;
}

/** The event of a row, or its faults. Empty cells are left out. */
export function rowEvent(row: RowToRead): { envelope: EventEnvelope } | { faults: CellFault[] } {
  const { type, lineId, cells, seed } = row;
  const { payload, answers, faults } = valuesOf(row);
  const hasAnswers = Object.keys(answers).length > 0;
  if (hasAnswers && payload.intake !== undefined)
    faults.push({ column: 'intake', detail: 'must be left out where columns have the answers' });
  if (faults.length > 0) return { faults };
  if (hasAnswers) {
    let place = 0;
    payload.intake = intakeOfPairs(answers, () => derivedId(...seed, String(place++)));
  }
  const result = parsed(eventEnvelope, { type, lineId, payload }, { refuseUnknownNames: true });
  if (result === undefined) return { faults: [{ detail: tooManyErrors }] };
  if (result.success) return { envelope: result.data };
  const columns = Object.keys(cells);
  return {
    faults: faultsIn(result.error).map(({ path, detail }) => {
      const place = path.map(String).join('.');
      return { column: columnAt(place, columns) ?? place.replace(/^payload\./, ''), detail };
    }),
  };
}

interface RowValues {
  payload: Record<string, unknown>;
  /** By column. */
  answers: Record<string, string>;
  faults: CellFault[];
}

/** The values of a row's cells by what they are for. */
function valuesOf({ type, cells, roles, policyId, answerFault }: RowToRead): RowValues {
  const payload: RowValues['payload'] = policyId === undefined ? {} : { policyId };
  const answers: RowValues['answers'] = {};
  const faults: CellFault[] = [];
  for (const [column, cell] of Object.entries(cells)) {
    if (cell === null || cell === '') continue;
    const role = roles.get(column);
    if (role === 'PAYLOAD') payload[column] = payloadValue(type, column, cell);
    if (role !== 'ANSWER') continue;
    const detail =
      typeof cell === 'object'
        ? 'must be a text, a number or true or false'
        : answerFault(column, String(cell));
    if (detail !== undefined) faults.push({ column, detail });
    answers[column] = String(cell);
  }
  for (const { key, detail } of issuesOfPairs(answers))
    faults.push({ column: Object.keys(answers).find((column) => column.startsWith(key)) ?? key, detail });
  return { payload, answers, faults };
}

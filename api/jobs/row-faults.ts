import { jobLimits } from '../../domain/jobs/job-types.js';
import type { CellFault } from '../../domain/jobs/row-event.js';
import { BadRequest, type FieldError } from '../errors/app-error.js';

/** The faults of the rows of a file, of which an answer lists the first ones. */
export class RowFaults {
  readonly #listed: (FieldError & { row: number })[] = [];
  #count = 0;

  /** @param row its number, from 1; 0 for the header. */
  add(row: number, { column, detail }: CellFault): void {
    this.#count += 1;
    if (this.#listed.length >= jobLimits.faults) return;
    const path = ['rows', String(row), ...(column === undefined ? [] : [column])];
    this.#listed.push({ field: path.join('.'), path, detail, row });
  }

  /** 400 with all of them by row, if there are any. */
  refuse(): void {
    if (this.#count === 0) return;
    const byRow = this.#listed.sort((a, b) => a.row - b.row).map(({ row, ...listed }) => listed);
    throw new BadRequest(byRow, {
      extensions: { faults: this.#count, isComplete: this.#count === this.#listed.length },
    });
  }
}

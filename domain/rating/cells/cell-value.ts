import type { LineInputs } from '../run/line-inputs.js';

/** The value of a worksheet's cell; numbers are decimal text. */
export type CellValue = LineInputs[string];

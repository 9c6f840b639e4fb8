import type { Value } from '../../expression/index.js';
import type { Band } from './graduated.js';

/** The result of a lookup: the answer, and its row (the lower one if it is interpolated). */
export interface Found {
  value: Value;
  row: number;
  /** Of a graduated table: the row's band. */
  band?: Band;
}

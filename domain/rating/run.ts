import type { Decimal, Value } from '../expression/index.js';
import { toText } from '../expression/index.js';
import type { RatingScope } from './rating-scope.js';
import type { WorksheetLine } from './result.js';

/** The running amount of a list of steps; null until a step gives it a value. */
export type Amount = Decimal | null;

/** One rating in progress: where it is, for messages, and the worksheet it leaves. */
export class RatingRun {
  readonly policy: RatingScope;
  /** Null where no worksheet is kept. */
  readonly sheet: WorksheetLine[] | null;
  section = '';
  step = '';
  iterationId: string | null = null;

  constructor(policy: RatingScope, keepWorksheet: boolean) {
    this.policy = policy;
    this.sheet = keepWorksheet ? [] : null;
  }

  /** Enters a section of the plan, outside any loop. */
  enter(section: string): void {
    this.section = section;
    this.step = '';
    this.iterationId = null;
  }

  /** Adds a line at the current place. Call it only where `sheet` is kept, to save making the line. */
  record(line: Omit<WorksheetLine, 'section' | 'step' | 'iterationId'>): void {
    const place = { section: this.section, step: this.step };
    this.sheet?.push(
      this.iterationId === null
        ? { ...place, ...line }
        : { ...place, iterationId: this.iterationId, ...line },
    );
  }
}

/** A value as the worksheet writes it: booleans as they are, the rest as text. */
export function onSheet(value: Value | null): string | boolean | null {
  return value === null || typeof value === 'boolean' ? value : toText(value);
}

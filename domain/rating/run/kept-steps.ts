import type { KeptStep } from './line-form.js';
import type { WorksheetLine } from './worksheet-line.js';
import { lineOf, SheetTexts, textOf } from './write-line.js';

/** The steps of a package's component. */
interface Included {
  component: string;
  steps: KeptSteps;
}

/**
 * The steps that a rating ran. They are kept as values: writing them as the lines of a worksheet takes longer than running
 * them, and most ratings of a book are never looked at.
 */
export class KeptSteps {
  readonly #kept: (KeptStep | Included)[] = [];

  keep(step: KeptStep): void {
    this.#kept.push(step);
  }

  /** Takes over the steps of a package's component. */
  include(component: string, steps: KeptSteps): void {
    this.#kept.push({ component, steps });
  }

  /** Writes the lines: decimals as text, booleans unchanged. */
  lines(component?: string): WorksheetLine[] {
    const texts = new SheetTexts();
    const lines: WorksheetLine[] = [];
    for (const kept of this.#kept) {
      if ('steps' in kept) for (const line of kept.steps.lines(kept.component)) lines.push(line);
      else lines.push(lineOf(kept, texts, component));
    }
    return lines;
  }

  /** The lines as canonical JSON, without making them: what is stored of a quote. */
  text(): string {
    return `[${this.#texts().join()}]`;
  }

  #texts(component?: string): string[] {
    const texts = new SheetTexts();
    return this.#kept.flatMap((kept) =>
      'steps' in kept ? kept.steps.#texts(kept.component) : textOf(kept, texts, component),
    );
  }
}

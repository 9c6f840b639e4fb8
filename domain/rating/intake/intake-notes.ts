import { RatingProblem } from '../../expression/index.js';
import type { BoundDates } from '../../questions/bounds.js';
import type { QuoteMessage } from '../run/result.js';

/** The most messages of a kind; beyond that, one message has the number of the others. */
const mostOfAKind = 50;

/** Collects the messages of an intake's reader. */
export class IntakeNotes {
  readonly #messages: QuoteMessage[] = [];
  readonly #counts = { ERROR: 0, WARNING: 0, INFO: 0 };
  readonly #concerns: ((qid: string) => boolean) | null;

  /** The dates for which the intake is read. */
  readonly dates: Partial<BoundDates>;

  /** @param concerns omits messages about other questions; null keeps all messages. */
  constructor(concerns: ((qid: string) => boolean) | null, dates: Partial<BoundDates>) {
    this.#concerns = concerns;
    this.dates = dates;
  }

  /** True if the answers cannot be rated. */
  get refused(): boolean {
    return this.#counts.ERROR > 0;
  }

  problem(error: unknown, qid: string, iterationId: string | null): void {
    if (!(error instanceof RatingProblem)) throw error;
    this.add('ERROR', error.code, error.message, qid, iterationId);
  }

  add(
    severity: QuoteMessage['severity'],
    code: string,
    message: string,
    qid: string,
    iterationId: string | null,
  ): void {
    if (this.#concerns !== null && !this.#concerns(qid)) return;
    this.#counts[severity] += 1;
    if (this.#counts[severity] > mostOfAKind) return;
    this.#messages.push({ severity, code, message, qid, ...(iterationId === null ? {} : { iterationId }) });
  }

  messages(): QuoteMessage[] {
    // Fewer than these in all, so none of a kind was left out.
    if (this.#messages.length < mostOfAKind) return this.#messages;
    const cut = (['ERROR', 'WARNING', 'INFO'] as const)
      .filter((severity) => this.#counts[severity] > mostOfAKind)
      .map((severity) => ({
        severity,
        code: 'MORE_MESSAGES',
        message: `and ${this.#counts[severity] - mostOfAKind} more about the answers`,
      }));
    return [...this.#messages, ...cut];
  }
}

import type { SpanContext } from '@opentelemetry/api';
import { type IdGenerator, RandomIdGenerator } from '@opentelemetry/sdk-trace-base';

type Ids = Pick<SpanContext, 'traceId' | 'spanId'>;

/** Random ids, except for a span whose id its children know already. */
export class SpanIds implements IdGenerator {
  readonly #random = new RandomIdGenerator();
  #given: Ids | undefined;

  generateTraceId = (): string => this.#given?.traceId ?? this.#random.generateTraceId();
  generateSpanId = (): string => this.#given?.spanId ?? this.#random.generateSpanId();

  /** Makes one span with these ids. */
  give<Span>(ids: Ids, start: () => Span): Span {
    this.#given = ids;
    try {
      return start();
    } finally {
      this.#given = undefined;
    }
  }
}

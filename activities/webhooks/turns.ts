import { ApplicationFailure } from '@temporalio/common';

/** The most concurrent attempts of a worker, which can run 100 activities. */
const mostInAll = 40;
/** The most per endpoint, so that one slow receiver does not delay the others. */
const mostOfEndpoint = 8;

/** Limits concurrent attempts, so that slow receivers do not occupy the whole worker. */
export class Turns {
  readonly #underWay = new Map<string, number>();
  #inAll = 0;

  /** Runs the work if there is room for it; otherwise throws a failure that is retried soon. */
  async take<T>(endpointId: string, work: () => Promise<T>): Promise<T> {
    const ofEndpoint = this.#underWay.get(endpointId) ?? 0;
    if (ofEndpoint >= mostOfEndpoint || this.#inAll >= mostInAll) {
      throw ApplicationFailure.create({
        type: 'NOT_ITS_TURN',
        message: 'other notifications are being sent',
        nextRetryDelay: '1 second',
      });
    }
    this.#count(endpointId, 1);
    try {
      return await work();
    } finally {
      this.#count(endpointId, -1);
    }
  }

  #count(endpointId: string, change: 1 | -1): void {
    this.#inAll += change;
    const ofEndpoint = (this.#underWay.get(endpointId) ?? 0) + change;
    if (ofEndpoint === 0) this.#underWay.delete(endpointId);
    else this.#underWay.set(endpointId, ofEndpoint);
  }
}

import { answerSince, keepLookup, type NewLookup } from '../../db/lookups/data-lookups.js';
import { hoursOf } from '../../domain/actions/lookup-action.js';
import { equalRequests, type LookupRequest } from '../../domain/lookups/lookup-request.js';
import { isStillUsable } from '../../domain/lookups/read-response.js';
import type { QuestionTypes } from '../../domain/questions/question-types.js';
import type { ConfiguredWork } from '../flow/configured-work.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { askSource, lookupId, type Source } from './ask-source.js';

/** A request without a usable answer. */
export interface Unanswered {
  request: LookupRequest;
  failure: string;
  /** Another attempt may succeed. */
  mayPass: boolean;
}

interface RoundOfLookup {
  work: ConfiguredWork<'DATA_LOOKUP'>;
  questions: QuestionTypes;
  source: Source;
  /** The business time of the event, by which answers age. */
  now: Date;
  deadline: Date;
}

/** The requests that a source gets at the same time. */
const atOnce = 4;

const msPerHour = 3_600_000;

/** One attempt to have the requests of a lookup answered. */
export class LookupRound {
  constructor(
    private readonly uses: ActivityDependencies,
    private readonly round: RoundOfLookup,
  ) {}

  /** The time until the source counts as late, in milliseconds. */
  leftMs(): number {
    return this.round.deadline.getTime() - this.uses.now().getTime();
  }

  /**
   * Asks, a few requests at a time and equal ones once, and keeps each answer as it comes; returns the requests without
   * one.
   */
  async ask(requests: readonly LookupRequest[]): Promise<Unanswered[]> {
    const left: Unanswered[] = [];
    const waiting = equalRequests(requests);
    const askInTurn = async (): Promise<void> => {
      for (let equal = waiting.shift(); equal !== undefined; equal = waiting.shift()) {
        const [request] = equal;
        const found = await this.#askOne(request);
        if ('mayPass' in found) left.push(...equal.map((each) => ({ ...found, request: each })));
        else await this.#keep(equal, found);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, askInTurn));
    return left;
  }

  /** Keeps for requests that they have no answer, and why. */
  async giveUp(left: readonly Unanswered[]): Promise<void> {
    for (const { request, failure } of left) await keepLookup(this.uses.db, this.#row(request, { failure }));
  }

  /** Together, so that another attempt finds all equal requests answered or none. */
  async #keep(equal: readonly LookupRequest[], found: Partial<NewLookup>): Promise<void> {
    await this.uses.db.transaction(async (trx) => {
      for (const request of equal) await keepLookup(trx, this.#row(request, found));
    });
  }

  async #askOne(request: LookupRequest): Promise<Partial<NewLookup> | Omit<Unanswered, 'request'>> {
    const { action } = this.round.work;
    if (request.lacks !== null) return { failure: request.lacks, mayPass: false };
    const known = await this.#usable(request);
    if (known !== undefined) {
      const { values, responseHash, answeredAt, id: reusedFrom } = known;
      return { values, responseHash, answeredAt, reusedFrom };
    }
    const timeoutMs = Math.min(action.timeoutSeconds * 1000, this.leftMs());
    if (timeoutMs <= 0) return { failure: `no answer within ${action.deadlineSeconds} s`, mayPass: false };
    const { questions, source, now } = this.round;
    const id = this.#idOf(request);
    const asked = await askSource(source, { action, request, questions, timeoutMs, id });
    if (asked.kind !== 'ANSWERED') return { failure: asked.message, mayPass: asked.kind === 'RETRY' };
    const { values, responseHash } = asked;
    return { values, responseHash, answeredAt: now };
  }

  /** An answer to the same request that is young enough, and fits its questions as they are now. */
  async #usable({ hash: requestHash }: LookupRequest) {
    const { work, now, questions } = this.round;
    const { action, event } = work;
    if (action.useWithin === undefined) return undefined;
    const { organizationId, clockId } = event;
    const since = new Date(now.getTime() - hoursOf(action.useWithin) * msPerHour);
    const asked = { organizationId, clockId, requestHash };
    const found = await answerSince(this.uses.db, asked, { since, until: now });
    return found !== undefined && isStillUsable(action, found.values, questions) ? found : undefined;
  }

  #idOf({ iterationId }: LookupRequest): string {
    const { event, action } = this.round.work;
    return lookupId(event.triggerRequestId, action.id, iterationId);
  }

  #row(request: LookupRequest, found: Partial<NewLookup>): NewLookup {
    const { event, action, clientId } = this.round.work;
    return {
      id: this.#idOf(request),
      triggerRequestId: event.triggerRequestId,
      actionId: action.id,
      iterationId: request.iterationId,
      organizationId: event.organizationId,
      clientId: event.envelope.batchMode ? null : (clientId ?? null),
      clockId: event.clockId,
      endpoint: action.endpoint,
      requestHash: request.hash,
      responseHash: null,
      values: {},
      failure: null,
      answeredAt: null,
      reusedFrom: null,
      askedAt: this.uses.now(),
      ...found,
    };
  }
}

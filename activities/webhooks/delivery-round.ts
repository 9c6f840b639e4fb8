import type { Knex } from 'knex';
import { testEventType } from '../../db/webhooks/notification-body.js';
import {
  type DeliveryTarget,
  type DueDelivery,
  dueDeliveries,
  type EndedAttempt,
  keepWorking,
  makeAllDue,
  type QueueRound,
  readTarget,
  recordAttempts,
} from '../../db/webhooks/queue-round.js';
import { afterAttempt, type EndpointHealth, isOpen } from '../../domain/webhooks/circuit.js';
import { workerStopping } from '../ground/failures.js';
import { disable, idle, isDead, pause, type RoundDependencies, type RoundEnd } from './end-round.js';
import { type DeliveryAnswer, gone, sendDelivery } from './send-delivery.js';

/** The most attempts at a time. A round begins with one, and each success allows one more. */
const mostAtOnce = 8;
const batchSize = 32;
/** How long a round goes on; the next one is another activity. */
const longestMs = 20_000;
/** Deliveries that follow soon need no new round. */
const lingerMs = 500;
const lookEveryMs = 100;
const staleMs = 1_000;
const sayEveryMs = 5_000;

/** Sends what is due to one endpoint, in order and several at a time, until nothing is or the endpoint fails. */
export class DeliveryRound {
  readonly #healthBefore: EndpointHealth;
  #target: DeliveryTarget;
  readonly #dependencies: RoundDependencies;
  readonly #underWay = new Set<string>();
  #health: EndpointHealth;
  #next: DueDelivery[] = [];
  #ended: EndedAttempt[] = [];
  #accepted = 0;
  /** The circuit is open, or the endpoint answered 410: nothing more is sent in this round. */
  #failed = false;
  #gone = false;
  /** The endpoint was disabled or deleted meanwhile: the next round closes the queue. */
  #isDisabled = false;
  #hasMore = false;
  #wasOpen: boolean;
  #said: EndpointHealth | undefined;
  #saidAt = 0;
  #lookedAt = 0;
  #recordedAt = 0;
  #onEnd: () => void = () => undefined;

  constructor(round: QueueRound, dependencies: RoundDependencies) {
    this.#target = round;
    this.#healthBefore = round.health;
    this.#health = round.health;
    this.#wasOpen = isOpen(round.health);
    this.#dependencies = dependencies;
  }

  async run(): Promise<RoundEnd> {
    const { cancellationSignal: signal } = this.#dependencies;
    const until = this.#now() + longestMs;
    let quietSince = this.#now();
    for (;;) {
      await this.#record();
      const isOver = this.#failed || this.#isDisabled || signal.aborted || this.#now() >= until;
      if (isOver) this.#next = [];
      else await this.#send();
      if (this.#underWay.size > 0) quietSince = this.#now();
      else if (isOver || this.#now() - quietSince >= lingerMs) {
        if (this.#ended.length > 0) continue;
        const end = await this.#end(isOver);
        if (end !== undefined) return end;
      }
      await this.#attemptEnds();
    }
  }

  /** Starts attempts where there is room for them. */
  async #send(): Promise<void> {
    const room = () => Math.min(mostAtOnce, this.#accepted + 1) - this.#underWay.size;
    if (room() > 0) await this.#look();
    while (room() > 0) {
      const delivery = this.#next.shift();
      if (delivery === undefined) return;
      this.#underWay.add(delivery.id);
      void this.#attempt(delivery).then(() => {
        this.#underWay.delete(delivery.id);
        this.#onEnd();
      });
    }
  }

  /** Reads the next deliveries, with the endpoint as it is now: what was read is used for a second at most. */
  async #look(): Promise<void> {
    const age = this.#now() - this.#lookedAt;
    if (this.#next.length > 0 ? age < staleMs : age < lookEveryMs / 2 && !this.#hasMore) return;
    const { db, now } = this.#dependencies;
    const except = [...this.#underWay, ...this.#ended.map(({ id }) => id)];
    this.#next = await dueDeliveries(db, this.#target.endpoint.id, { except, limit: batchSize, now: now() });
    this.#hasMore = this.#next.length === batchSize;
    this.#lookedAt = this.#now();
    if (this.#next.length === 0) return;
    const target = await readTarget(db, this.#target.endpoint.id, now());
    if (target?.endpoint.active) this.#target = target;
    else this.#isDisabled = true;
    if (this.#isDisabled) this.#next = [];
  }

  async #attempt(delivery: DueDelivery): Promise<void> {
    const { outbound, now, cancellationSignal: signal } = this.#dependencies;
    const { hosts } = outbound.webhooks;
    const answer = await sendDelivery(this.#target, delivery, { hosts, now: now(), signal });
    if (answer === undefined) return;
    const at = now();
    this.#ended.push(this.#ending(delivery, answer, at));
    this.#health = afterAttempt(this.#health, answer.error, at);
    if (answer.error === null) this.#accepted += 1;
    this.#gone ||= answer.status === gone;
    this.#failed ||= this.#gone || isOpen(this.#health);
  }

  #ending({ id, resends, retries, eventType }: DueDelivery, answer: DeliveryAnswer, at: Date): EndedAttempt {
    const { status, error } = answer;
    const { retrySeconds } = this.#dependencies.outbound.webhooks;
    const wait = eventType === testEventType || status === gone ? undefined : retrySeconds[retries];
    const ended = { id, resends, status, error, at, next: null };
    if (error === null) return { ...ended, state: 'DELIVERED' };
    if (wait === undefined) return { ...ended, state: 'FAILED' };
    return { ...ended, state: 'PENDING', next: new Date(at.getTime() + wait * 1000) };
  }

  /** Records the attempts that ended, together, and that the round is working. */
  async #record(): Promise<void> {
    const { db, now } = this.#dependencies;
    const { id } = this.#target.endpoint;
    if (
      this.#ended.length > 0 &&
      (this.#next.length === 0 || this.#now() - this.#recordedAt >= lookEveryMs)
    ) {
      await this.#recordEnded();
      this.#recordedAt = this.#now();
    }
    if (this.#wasOpen && !isOpen(this.#health)) {
      this.#wasOpen = false;
      await makeAllDue(db, id, now());
    }
    if (this.#health === this.#said && this.#now() - this.#saidAt < sayEveryMs) return;
    this.#said = this.#health;
    this.#saidAt = this.#now();
    await keepWorking(db, id, this.#health, now());
  }

  async #recordEnded(): Promise<void> {
    const { db } = this.#dependencies;
    const ended = this.#ended;
    this.#ended = [];
    if (!this.#gone || this.#isDisabled) return recordAttempts(db, ended);
    await db.transaction(async (trx) => {
      await recordAttempts(trx, ended);
      await this.#disable(trx, {
        reason: 'the receiver answered 410 Gone',
        pendingSay: 'the receiver answered another notification with 410 Gone',
      });
    });
  }

  /** Leaves the queue as it is until the next round; undefined if something became due meanwhile. */
  async #end(isOver: boolean): Promise<RoundEnd | undefined> {
    const { db, now, cancellationSignal } = this.#dependencies;
    const { endpoint } = this.#target;
    const health = this.#health;
    await keepWorking(db, endpoint.id, health, now());
    if (cancellationSignal.aborted) throw workerStopping();
    if (!this.#isDisabled && health !== this.#healthBefore && isDead(health, this.#dependencies)) {
      const since = health.failingSince?.toISOString();
      const reason = `no notification was accepted since ${since}; the last attempt: ${health.lastError}`;
      await db.transaction((trx) => this.#disable(trx, { reason, pendingSay: 'the endpoint was disabled' }));
    }
    // A success may have followed the failures that ended the round.
    if (this.#failed && !this.#isDisabled && isOpen(health)) {
      return pause(endpoint.id, health, this.#wasOpen, this.#dependencies);
    }
    return isOver ? { kind: 'OPEN', waitMs: 0, detail: 'delivering' } : idle(endpoint.id, this.#dependencies);
  }

  async #disable(trx: Knex, why: { reason: string; pendingSay: string }): Promise<void> {
    this.#isDisabled = true;
    await disable(trx, this.#target.endpoint, why, this.#dependencies);
  }

  /** Waits until an attempt ends, or until it is time to look again. */
  #attemptEnds(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, lookEveryMs);
      this.#onEnd = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #now(): number {
    return this.#dependencies.now().getTime();
  }
}

import { channel } from 'node:diagnostics_channel';
import type { Knex } from 'knex';
import type { PaymentKind } from '../domain/billing/payment-kind.js';

/**
 * What the service has done, for anyone who counts it in this process. Without a listener, nothing is made or kept. A
 * retry whose first attempt committed may report a fact again.
 */
export const facts = {
  /** An event was accepted. */
  eventAccepted: fact<{ type: string }>('event-accepted'),
  /** An event was closed. */
  eventClosed: fact<{ type: string; state: string }>('event-closed'),
  /** A quote was stored; a package is one quote. */
  quoteMade: fact<{ outcome: string; line: string }>('quote-made'),
  /** A plan of a product was evaluated; without storing the quote. */
  rated: fact<{ seconds: number }>('rated'),
  /** An element was added to a policy's `events` (spec 2.6). */
  policyEvent: fact<{ type: string }>('policy-event'),
  /** A payment, a refund or a reversal was stored. */
  paymentKept: fact<{ provider: string; kind: PaymentKind }>('payment-kept'),
  /** A document was stored. */
  documentKept: fact<{ origin: 'GENERATED' | 'UPLOADED' }>('document-kept'),
  /** A webhook was sent once; `PENDING`: it will be sent again. */
  webhookAttempt: fact<{ result: 'DELIVERED' | 'PENDING' | 'FAILED' }>('webhook-attempt'),
};

/** A kind of fact, and those that listen to it. */
export interface Fact<Detail> {
  /** Returns how to stop listening. */
  listen(listener: (detail: Detail) => void): () => void;
  /** Whether anybody listens. */
  isHeard(): boolean;
  tell(detail: Detail): void;
  /** Tells it after the commit if `db` is a transaction, and not at all after a rollback. */
  tellAfterCommit(db: Knex, detail: () => Detail): void;
}

function fact<Detail>(name: string): Fact<Detail> {
  const heard = channel(`ioi:${name}`);
  const tell = (detail: Detail) => heard.publish(detail);
  return {
    tell,
    isHeard: () => heard.hasSubscribers,
    listen: (listener) => {
      const subscriber = (detail: unknown) => listener(detail as Detail);
      heard.subscribe(subscriber);
      return () => heard.unsubscribe(subscriber);
    },
    tellAfterCommit: (db, detail) => {
      if (!heard.hasSubscribers) return;
      if (!db.isTransaction) return tell(detail());
      (db as Knex.Transaction).executionPromise.then(
        () => tell(detail()),
        () => undefined,
      );
    },
  };
}

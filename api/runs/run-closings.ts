import { eventClosedChannel } from '../../db/events/close-event.js';
import type { Notifications } from '../../db/notifications.js';
import type { DispatchResult } from '../../workflows/contracts/event-run.js';

/** A completed run; its trigger result is in the database, and here too unless it is long. */
export interface Closing {
  triggerResult?: DispatchResult;
}

/** The end of a run that a request waits for. */
export interface ExpectedClosing {
  /** Undefined if no notification arrived in time, or none can arrive. */
  within(ms: number): Promise<Closing | undefined>;
  /** Call it in the end. */
  forget(): void;
}

type Settle = (closing: Closing | undefined) => void;
const idLength = 36;

/**
 * Receives the database's notifications of completed runs, wherever their worker is. They arrive before
 * Temporal's: the run's last action is committed before the server learns of it.
 */
export class RunClosings {
  readonly #notifications: Pick<Notifications, 'isListening'>;
  readonly #expected = new Map<string, Set<Settle>>();

  constructor(notifications: Pick<Notifications, 'on' | 'onReconnect' | 'isListening'>) {
    this.#notifications = notifications;
    notifications.on(eventClosedChannel, (message) => {
      const result = message.slice(idLength);
      this.#tell(message.slice(0, idLength), result === '' ? {} : { triggerResult: JSON.parse(result) });
    });
    // Notifications sent in the meantime are lost.
    notifications.onReconnect(() => {
      for (const triggerRequestId of [...this.#expected.keys()]) this.#tell(triggerRequestId, undefined);
    });
  }

  /** Whether notifications arrive now. */
  get areHeard(): boolean {
    return this.#notifications.isListening();
  }

  /** Call it before the run is started, so that no notification is missed. */
  expect(triggerRequestId: string): ExpectedClosing {
    let settle: Settle = () => undefined;
    const news = new Promise<Closing | undefined>((resolve) => {
      settle = resolve;
    });
    const waiting = this.#expected.get(triggerRequestId) ?? new Set();
    this.#expected.set(triggerRequestId, waiting.add(settle));
    return {
      within: async (ms) => {
        const timer = setTimeout(settle, ms, undefined);
        return news.finally(() => clearTimeout(timer));
      },
      forget: () => {
        waiting.delete(settle);
        if (waiting.size === 0) this.#expected.delete(triggerRequestId);
      },
    };
  }

  #tell(triggerRequestId: string, closing: Closing | undefined): void {
    for (const settle of this.#expected.get(triggerRequestId) ?? []) settle(closing);
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

export interface ChangeListenerOptions {
  databaseUrl: string;
  /** The `NOTIFY` channel; a plain lower-case identifier. */
  channel: string;
  /** Called with the payload of each notification. */
  onChange(payload: string): void;
  /** Called when notifications may have been missed: everything cached from the database is in doubt. */
  onGap(): void;
  /** Called with what went wrong; the listener goes on by itself. */
  onError?(error: Error): void;
}

export interface ChangeListener {
  /** Resolves once listening; rejects where the first connection fails. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** False while notifications may be missed: what is read then must not be kept. */
  readonly listening: boolean;
}

const heartbeatMs = 10_000;
const answerTimeoutMs = 5_000;
const retryFromMs = 200;
const retryToMs = 5_000;

/**
 * Hears `NOTIFY` on a connection of its own, which a pool cannot give. The connection is probed, so that a
 * silent loss (a pulled cable, a failover) is found within seconds, and is replaced when it is lost.
 */
export function createChangeListener(options: ChangeListenerOptions): ChangeListener {
  const { databaseUrl, channel, onChange, onGap, onError } = options;
  let client: pg.Client | null = null;
  let heartbeat: NodeJS.Timeout | undefined;
  let stopping = new AbortController();

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      application_name: `ioi-listener-${channel}`,
      keepAlive: true,
      connectionTimeoutMillis: answerTimeoutMs,
      query_timeout: answerTimeoutMs,
    });
    fresh.on('error', (error) => lose(fresh, error));
    fresh.on('end', () => lose(fresh));
    fresh.on('notification', ({ payload }) => onChange(payload ?? ''));
    try {
      await fresh.connect();
      await fresh.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      discard(fresh);
      throw error;
    }
    if (stopping.signal.aborted) return discard(fresh);
    client = fresh;
    onGap();
    heartbeat = setInterval(() => {
      fresh.query('select 1').catch((error: Error) => lose(fresh, error));
    }, heartbeatMs);
    heartbeat.unref();
  }

  function lose(lost: pg.Client, error?: Error): void {
    if (client !== lost) return;
    client = null;
    clearInterval(heartbeat);
    discard(lost);
    onGap();
    if (stopping.signal.aborted) return;
    if (error) onError?.(error);
    void reconnect(stopping.signal);
  }

  async function reconnect(signal: AbortSignal): Promise<void> {
    for (let waitMs = retryFromMs; !signal.aborted; waitMs = Math.min(waitMs * 2, retryToMs)) {
      try {
        await delay(waitMs, undefined, { signal, ref: false });
        await connect();
        return;
      } catch (error) {
        if (!signal.aborted) onError?.(error as Error);
      }
    }
  }

  return {
    get listening() {
      return client !== null;
    },
    async start() {
      stopping = new AbortController();
      await connect();
    },
    async stop() {
      stopping.abort();
      clearInterval(heartbeat);
      const last = client;
      client = null;
      // A connection that died silently never acknowledges the farewell.
      await Promise.race([last?.end(), delay(answerTimeoutMs, undefined, { ref: false })]);
    },
  };
}

/** Closes a connection that is of no use any more; that it is already broken is not news. */
function discard(client: pg.Client): void {
  client.end().catch(() => {});
}

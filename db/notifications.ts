import pg from 'pg';

type Handler = (payload: string) => void;

/** Messages between processes over PostgreSQL's LISTEN and NOTIFY. */
export interface Notifications {
  /** Calls the handler for each message on a channel. Register before `start`. */
  on(channel: string, handler: Handler): void;
  /**
   * Called after each connection: messages before it were missed, so forget the data that they keep fresh.
   */
  onReconnect(handler: () => void): void;
  /** Whether messages arrive now. If not, data that they keep fresh cannot be trusted. */
  isListening(): boolean;
  /** Connects. A failure is retried in the background, as is any later loss. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const retryAfterMs = 500;
const heartbeatEveryMs = 5_000;

/** Uses a dedicated connection instead of the pool: LISTEN lasts as long as its connection. */
export function createNotifications(databaseUrl: string): Notifications {
  const handlers = new Map<string, Handler[]>();
  const reconnectHandlers: (() => void)[] = [];
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const lose = (lost: pg.Client) => {
    lost.removeAllListeners().on('error', ignore);
    lost.end().catch(ignore);
    if (client === lost) client = undefined;
    schedule(connect, retryAfterMs);
  };

  /** A connection that was lost silently, as behind a firewall, is noticed only when it is used. */
  const heartbeat = async () => {
    const current = client;
    if (!current) return;
    try {
      await current.query('select 1');
      schedule(heartbeat, heartbeatEveryMs);
    } catch {
      if (client === current) lose(current);
    }
  };

  const schedule = (task: () => Promise<void>, ms: number) => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(() => void task(), ms).unref();
  };

  const connect = async () => {
    const next = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'ioi-notifications',
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      keepAlive: true,
    });
    next.on('error', () => lose(next));
    next.on('end', () => lose(next));
    next.on('notification', ({ channel, payload = '' }) => {
      for (const handler of handlers.get(channel) ?? []) handler(payload);
    });
    try {
      await next.connect();
      for (const channel of handlers.keys()) await next.query(`listen ${next.escapeIdentifier(channel)}`);
    } catch {
      lose(next);
      return;
    }
    if (stopped) return lose(next);
    client = next;
    for (const handler of reconnectHandlers) handler();
    schedule(heartbeat, heartbeatEveryMs);
  };

  return {
    on: (channel, handler) => {
      handlers.set(channel, [...(handlers.get(channel) ?? []), handler]);
    },
    onReconnect: (handler) => {
      reconnectHandlers.push(handler);
    },
    isListening: () => client !== undefined,
    start: () => connect(),
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      const last = client;
      client = undefined;
      last?.removeAllListeners().on('error', ignore);
      await last?.end().catch(ignore);
    },
  };
}

function ignore(): void {}

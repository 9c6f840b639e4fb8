import pg from 'pg';

type Handler = (payload: string) => void;

/** Messages between processes over PostgreSQL's LISTEN and NOTIFY. */
export interface Notifications {
  /** Calls the handler for each message on a channel. Register before `start`. */
  on(channel: string, handler: Handler): void;
  /** Called after each connection: messages sent before it were missed, so forget what they keep fresh. */
  onReconnect(handler: () => void): void;
  /** Whether messages arrive now. While not, nothing that they keep fresh may be trusted. */
  isListening(): boolean;
  /** Connects. If that fails it is tried again in the background, as after any later loss. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const retryAfterMs = 500;
const heartbeatEveryMs = 5_000;

/** A client of its own connection, which a pool could not give: LISTEN lasts as long as its connection. */
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

  /** A connection that died silently, as behind a firewall, is only noticed by using it. */
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

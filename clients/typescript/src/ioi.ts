import { keyCredentials, sessionCredentials, type Tokens, tokenCredentials } from './core/credentials.js';
import { Http } from './core/http.js';
import { Events } from './events.js';
import { Operations } from './generated/operations.js';
import { Policies } from './policies.js';
import { Quotes } from './quotes.js';
import { Webhooks } from './webhooks.js';

interface Common {
  /** The address of the service, such as `https://ioi.example.com`. */
  baseUrl: string;
  /** For each attempt; default 60 s. */
  timeoutMs?: number;
  /** How often a request is repeated after 429, 503 or a lost connection; default 4. */
  retries?: number;
  /** Instead of the global `fetch`. */
  fetch?: typeof fetch;
}

/** An API key; its secret belongs on a server, never into a browser. */
interface WithKey extends Common {
  key: string;
  secret: string;
}

/** A person who signs in; again whenever the tokens have ended. */
interface WithPassword extends Common {
  userId: string;
  password: string;
}

/** Tokens that you obtain yourself. */
interface WithTokens extends Common {
  tokens: () => Promise<Tokens>;
}

/** A session of `POST /session`, for a page that the service itself serves: the browser has its cookie. */
interface WithSession extends Common {
  /** The id of the session; asked again whenever the service refuses it. */
  session: () => Promise<string>;
}

export type IoiSettings = WithKey | WithPassword | WithTokens | WithSession;

/**
 * A client of the service, with a method for each operation: `ioi.quotes.get(…)`, `ioi.policies.search(…)`. Failures are
 * subclasses of `IoiError`.
 */
export class Ioi extends Operations {
  override readonly events: Events;
  override readonly policies: Policies;
  override readonly quotes: Quotes;
  override readonly webhooks: Webhooks;

  constructor(settings: IoiSettings) {
    const { timeoutMs = 60_000, retries = 4 } = settings;
    const common = {
      timeoutMs,
      retries,
      baseUrl: settings.baseUrl.replace(/\/+$/, ''),
      // Browsers refuse a fetch that is called as a method of another object.
      fetch: settings.fetch ?? ((...request: Parameters<typeof fetch>) => fetch(...request)),
    };
    const anonymous = new Http({ ...common, credentials: { headers: async () => ({}), renew: () => false } });
    const http = new Http({ ...common, credentials: credentialsOf(settings, anonymous) });
    super(http);
    this.events = new Events(http);
    this.policies = new Policies(http, this.events);
    this.quotes = new Quotes(http, this.events);
    this.webhooks = new Webhooks(http);
  }
}

function credentialsOf(settings: IoiSettings, anonymous: Http) {
  if ('key' in settings) return keyCredentials(settings.key, settings.secret);
  if ('session' in settings) return sessionCredentials(settings.session);
  if ('tokens' in settings) return tokenCredentials(settings.tokens);
  const { userId, password } = settings;
  const body = { userId, password, grantType: 'PASSWORD' };
  return tokenCredentials(() =>
    anonymous.json<Tokens>({ method: 'POST', path: '/ioi/v3/token', body, isRepeatable: true }),
  );
}

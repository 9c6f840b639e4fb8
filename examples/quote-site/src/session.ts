import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Quote } from 'ioi-client';
import type { OfferedPlan } from './buy.js';

/** What belongs to one visitor; nobody else can see it. In memory: a real site would keep it in a store. */
export interface Session {
  /** Clients that this visitor's answers made. */
  clients: Set<string>;
  /** Quotes by their event. */
  quotes: Map<string, { lineId: string; client: string; quotes: Quote[]; missing: number }>;
  /** The payment plans of a quote that was chosen. */
  plans: Map<string, OfferedPlan[]>;
  /** Purchases by quote, so that a second click gets the result of the first. */
  purchases: Map<string, Promise<string>>;
  policies: Set<string>;
}

const cookie = 'quote_site';
const mostSessions = 1_000;
const sessions = new Map<string, Session>();

/** The visitor's session; a new visitor gets one, and the oldest one of too many ends. */
export function sessionOf(req: IncomingMessage, res: ServerResponse): Session {
  const id = new RegExp(`(?:^|; )${cookie}=([\\w-]{43})(?:;|$)`).exec(req.headers.cookie ?? '')?.[1] ?? '';
  const known = sessions.get(id);
  if (known) {
    sessions.delete(id);
    sessions.set(id, known);
    return known;
  }
  const session: Session = {
    clients: new Set(),
    quotes: new Map(),
    plans: new Map(),
    purchases: new Map(),
    policies: new Set(),
  };
  const made = randomBytes(32).toString('base64url');
  sessions.set(made, session);
  const [oldest] = sessions.keys();
  if (sessions.size > mostSessions && oldest !== undefined) sessions.delete(oldest);
  res.setHeader('Set-Cookie', `${cookie}=${made}; HttpOnly; SameSite=Lax; Path=/`);
  return session;
}

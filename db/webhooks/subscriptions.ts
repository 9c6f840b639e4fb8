import { LRUCache } from 'lru-cache';
import type { Database } from '../database.js';
import { WebhookEndpoint } from '../models/webhook-endpoint.js';
import type { Notifications } from '../notifications.js';

/** Says of which organization the endpoints have changed; a trigger of the table does. */
export const webhookChannel = 'webhooks_changed';

type Subscription = Pick<WebhookEndpoint, 'id' | 'eventTypes'>;

const mostOrganizations = 10_000;

/**
 * Which endpoints are told of what, kept in memory for each organization, so that an event costs nothing where
 * nobody is to be told. It is forgotten when the database says so, or when its news may have been missed.
 */
export class WebhookSubscriptions {
  readonly #db: Database;
  readonly #notifications: Pick<Notifications, 'isListening'>;
  readonly #known = new LRUCache<string, Promise<Subscription[]>>({ max: mostOrganizations });

  constructor(db: Database, notifications: Pick<Notifications, 'on' | 'onReconnect' | 'isListening'>) {
    this.#db = db;
    this.#notifications = notifications;
    notifications.on(webhookChannel, (organizationId) => this.#known.delete(organizationId));
    notifications.onReconnect(() => this.#known.clear());
  }

  /** The ids of the organization's active endpoints that are told of events of this type. */
  async endpointsFor(organizationId: string, eventType: string): Promise<string[]> {
    const subscriptions = await this.#ofOrganization(organizationId);
    return subscriptions
      .filter(({ eventTypes }) => eventTypes.length === 0 || eventTypes.includes(eventType))
      .map(({ id }) => id);
  }

  /** For who has changed an organization's endpoints: here the change counts at once, elsewhere within moments. */
  forget(organizationId: string): void {
    this.#known.delete(organizationId);
  }

  #ofOrganization(organizationId: string): Promise<Subscription[]> {
    // Without news of changes nothing is kept.
    if (!this.#notifications.isListening()) return this.#load(organizationId);
    const known = this.#known.get(organizationId);
    if (known !== undefined) return known;
    const loading = this.#load(organizationId);
    this.#known.set(organizationId, loading);
    loading.catch(() => {
      if (this.#known.peek(organizationId) === loading) this.#known.delete(organizationId);
    });
    return loading;
  }

  async #load(organizationId: string): Promise<Subscription[]> {
    return WebhookEndpoint.query(this.#db)
      .modify('visibleTo', organizationId)
      .where('active', true)
      .select('id', 'event_types')
      .orderBy(['created_at', 'id']);
  }
}

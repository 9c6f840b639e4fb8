import { LRUCache } from 'lru-cache';
import { subscribesTo } from '../../domain/webhooks/change-notices.js';
import type { Database } from '../database.js';
import { WebhookEndpoint } from '../models/webhook-endpoint.js';
import type { Notifications } from '../notifications.js';

/** The channel that announces the organization of changed endpoints; a trigger of the table notifies it. */
export const webhookChannel = 'webhooks_changed';

type Subscription = Pick<WebhookEndpoint, 'id' | 'eventTypes'>;

const mostOrganizations = 10_000;

/**
 * The endpoints of each event type, kept in memory for each organization, so that an event without
 * subscribers costs nothing. They are forgotten when the database announces a change, or when a notification
 * may have been missed.
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

  /** The ids of the organization's active endpoints for events of this type. */
  async endpointsFor(organizationId: string, eventType: string): Promise<string[]> {
    const subscriptions = await this.#ofOrganization(organizationId);
    return subscriptions.filter(({ eventTypes }) => subscribesTo(eventTypes, eventType)).map(({ id }) => id);
  }

  /**
   * Call it after changing an organization's endpoints: the change applies here at once, elsewhere within
   * moments.
   */
  forget(organizationId: string): void {
    this.#known.delete(organizationId);
  }

  #ofOrganization(organizationId: string): Promise<Subscription[]> {
    // While notifications do not arrive, nothing is kept.
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

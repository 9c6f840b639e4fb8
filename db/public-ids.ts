import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import { eventKeysIn, withoutEventKeys } from '../domain/events/event-key.js';

/** Ids of the keys read last: a key keeps its id. */
const known = new LRUCache<string, string>({ max: 10_000 });

/** Texts as others may read them: with `triggerRequestId`s in the place of keys. Few texts have any. */
export class PublicIds {
  constructor(private readonly db: Knex) {}

  async in(text: string): Promise<string> {
    const keys = eventKeysIn(text);
    if (keys.length === 0) return text;
    const shown = new Map(keys.map((key) => [key, known.get(key)]));
    const unknown = keys.filter((key) => shown.get(key) === undefined);
    if (unknown.length > 0) {
      const rows: { key: string; id: string }[] = await this.db('event_keys')
        .whereIn('trigger_request_id', unknown)
        .select('trigger_request_id as key', 'public_id as id');
      for (const { key, id } of rows) {
        shown.set(key, id);
        known.set(key, id);
      }
    }
    return withoutEventKeys(text, (key) => shown.get(key) ?? key);
  }

  /** The same for a JSON value. */
  async inJson<Value>(value: Value): Promise<Value> {
    const text = JSON.stringify(value);
    return eventKeysIn(text).length === 0 ? value : JSON.parse(await this.in(text));
  }
}

import type { Knex } from 'knex';

/** Deletes the files of erased documents from the bucket, and returns their number. May be repeated. */
export async function deleteErasedObjects(
  db: Knex,
  store: { remove(objectKey: string): Promise<void> },
): Promise<number> {
  const keys: string[] = await db('erased_objects').orderBy('erased_at').limit(1000).pluck('object_key');
  for (const key of keys) {
    await store.remove(key);
    await db('erased_objects').where('object_key', key).delete();
  }
  return keys.length;
}

import { useRef } from 'react';
import { type EventOf, type EventType, IoiError, ioi, newId, type ResultOf } from './client.js';
import { queries, useAction } from './queries.js';

/** Documents, mails and what a policy's workflow does come after the answer: in a moment, or later when much is done. */
const followUpsMs = [2_500, 8_000, 20_000];

/** What an event can touch, by the first part of the keys of queries. */
const touched: ReadonlySet<unknown> = new Set([
  ...['policies', 'quotes', 'clients', 'events', 'documents', 'files', 'mails', 'tasks', 'queue', 'holds'],
]);

/** Reads the records again that are in sight, now and after what follows an event; the others when they are opened. */
function readAgain(): void {
  const again = () =>
    void queries.invalidateQueries({ predicate: ({ queryKey: [kind] }) => touched.has(kind) });
  again();
  for (const ms of followUpsMs) setTimeout(again, ms);
}

/** The ids of events that were fired, by their type and content. */
export type FiredIds = Map<string, string>;

/**
 * Fires an event. The same event keeps its id as long as the service has not refused it, so that neither a second click
 * nor a repetition after a lost answer does anything twice.
 */
export async function fireOnce<Type extends EventType>(
  ids: FiredIds,
  type: Type,
  event: EventOf<Type>,
): Promise<ResultOf<Type>> {
  const key = JSON.stringify([type, event]);
  const triggerRequestId = ids.get(key) ?? newId();
  ids.set(key, triggerRequestId);
  try {
    return await ioi.events.fire(type, { ...event, triggerRequestId });
  } catch (error) {
    if (error instanceof IoiError && error.status !== undefined && error.status < 500) ids.delete(key);
    throw error;
  }
}

/** Fires events of a type, the same one once as long as the component is there. Records that an event can touch are read again. */
export function useFire<Type extends EventType>(
  type: Type,
  options: Omit<Parameters<typeof useAction<EventOf<Type>, ResultOf<Type>>>[1], 'changes'>,
) {
  const ids = useRef<FiredIds>(new Map());
  return useAction<EventOf<Type>, ResultOf<Type>>((event) => fireOnce(ids.current, type, event), {
    ...options,
    then: (result) => {
      readAgain();
      options.then?.(result);
    },
  });
}

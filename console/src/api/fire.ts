import { useRef } from 'react';
import { type EventOf, type EventType, IoiError, ioi, newId, type ResultOf } from './client.js';
import { useAction } from './queries.js';

/** Documents, notifications and what a policy's workflow does come a moment after the answer. */
const followUpsMs = 2_500;

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

/** Fires events of a type, the same one once as long as the component is there. */
export function useFire<Type extends EventType>(
  type: Type,
  options: Parameters<typeof useAction<EventOf<Type>, ResultOf<Type>>>[1],
) {
  const ids = useRef<FiredIds>(new Map());
  const follow = useAction<void, void>(() => new Promise((resolve) => setTimeout(resolve, followUpsMs)), {
    changes: options.changes ?? [],
  });
  return useAction<EventOf<Type>, ResultOf<Type>>((event) => fireOnce(ids.current, type, event), {
    ...options,
    then: (result) => {
      follow.mutate();
      options.then?.(result);
    },
  });
}

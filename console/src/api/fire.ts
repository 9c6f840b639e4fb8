import { useRef } from 'react';
import { type EventOf, type EventType, IoiError, ioi, newId, type ResultOf } from './client.js';
import { useAction } from './queries.js';

/** Documents, notifications and what a policy's workflow does come a moment after the answer. */
const followUpsMs = 2_500;

/**
 * Fires events of a type. The same event keeps its id as long as the service has not refused it, so that neither a second
 * click nor a repetition after a lost answer does anything twice.
 */
export function useFire<Type extends EventType>(
  type: Type,
  options: Parameters<typeof useAction<EventOf<Type>, ResultOf<Type>>>[1],
) {
  const last = useRef({ event: '', triggerRequestId: '' });
  const follow = useAction<void, void>(() => new Promise((resolve) => setTimeout(resolve, followUpsMs)), {
    changes: options.changes ?? [],
  });
  return useAction<EventOf<Type>, ResultOf<Type>>(
    async (event) => {
      const text = JSON.stringify(event);
      if (last.current.event !== text) last.current = { event: text, triggerRequestId: newId() };
      try {
        return await ioi.events.fire(type, {
          ...event,
          triggerRequestId: last.current.triggerRequestId,
        });
      } catch (error) {
        const isRefused = error instanceof IoiError && error.status !== undefined && error.status < 500;
        if (isRefused) last.current = { event: '', triggerRequestId: '' };
        throw error;
      }
    },
    {
      ...options,
      then: (result) => {
        follow.mutate();
        options.then?.(result);
      },
    },
  );
}

import type { ConfiguredAction } from '../actions/configured-action.js';
import type { EventType } from '../events/catalog.js';
import type { ProductDefinition } from './definition.js';

/** A configured action, its event and its place in the definition. */
export interface PlacedAction {
  action: ConfiguredAction;
  event: EventType;
  path: (string | number)[];
}

/** Every configured action of a product; fallbacks follow the action that they replace. */
export function placedActions({ configurations }: Pick<ProductDefinition, 'configurations'>): PlacedAction[] {
  return configurations.flatMap(({ events }, place) =>
    Object.entries(events).flatMap(([type, actions]) =>
      (actions ?? []).flatMap((action, index): PlacedAction[] => {
        const event = type as EventType;
        const path = ['configurations', place, 'events', type, index];
        const fallbacks = (action.onFailure ?? []).map((fallback, position) => ({
          action: fallback,
          event,
          path: [...path, 'onFailure', position],
        }));
        return [{ action, event, path }, ...fallbacks];
      }),
    ),
  );
}

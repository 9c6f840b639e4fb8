import type { ConfiguredAction } from '../actions/configured-action.js';
import type { EventType } from '../events/catalogue.js';
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

/** A path as readable text: `configurations[0].events.GET_QUOTES[1]`. */
export function pathText(path: readonly (string | number)[]): string {
  return path
    .map((name, index) => (typeof name === 'number' ? `[${name}]` : index === 0 ? name : `.${name}`))
    .join('');
}

import { holds } from './holding.js';
import { type Overlay, statesOf } from './overlay.js';
import type { Edit } from './patched-parts.js';
import { isReplacing } from './patching.js';

/** What an overlay's end takes away on the day on which another one of the state begins. */
export interface LapsedChanges {
  /** By its place in the product. */
  overlay: number;
  /** The names of those that begin on that day. */
  successors: string[];
  states: string[];
  /** The places of its changes that no overlay of that day makes. */
  changes: number[];
}

/**
 * The changes that end when a revision begins that does not repeat them: the product without overlays is back there, though
 * an author may have meant to go on from the overlay before.
 *
 * @param editsOf the edits of each change of an overlay.
 */
export function lapsedChanges(
  overlays: readonly Overlay[],
  editsOf: (overlay: number) => ReadonlyMap<number, readonly Edit[]>,
): LapsedChanges[] {
  return overlays.flatMap((ending, overlay) => {
    const { until } = ending;
    if (until === undefined) return [];
    const dates = { effectiveDate: until, today: until };
    const lost = statesOf(ending).flatMap((state) => {
      const held = overlays.flatMap((each, at) =>
        statesOf(each).includes(state) && holds(each, dates) ? [{ each, at }] : [],
      );
      const successors = held.filter(({ each }) => each.from === until).map(({ each }) => each.name);
      if (successors.length === 0) return [];
      const made = held.flatMap(({ at }) => [...editsOf(at).values()].flat());
      const changes = [...editsOf(overlay)].flatMap(([change, edits]) =>
        edits.every((edit) => made.some((other) => replaces(other, edit))) ? [] : [change],
      );
      return changes.length === 0 ? [] : [{ state, successors, changes }];
    });
    if (lost.length === 0) return [];
    const all = <Item>(items: readonly Item[]) => [...new Set(items)];
    return [
      {
        overlay,
        states: lost.map(({ state }) => state),
        successors: all(lost.flatMap(({ successors }) => successors)),
        changes: all(lost.flatMap(({ changes }) => changes)),
      },
    ];
  });
}

/** Whether an edit says again, at the place of another or around it, what is there. */
function replaces(edit: Edit, other: Edit): boolean {
  if (!edit.path.every((key, index) => other.path[index] === key)) return false;
  const isSamePlace = edit.path.length === other.path.length;
  return isSamePlace && !isReplacing(other) ? edit.verb === other.verb : isReplacing(edit);
}

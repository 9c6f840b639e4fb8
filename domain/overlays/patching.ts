import { isObject } from '../ground/json.js';
import { partAt } from './named-places.js';
import type { Edit, Path } from './patched-parts.js';

/** A place of the product on the way to edits, with those of the place itself. */
interface Spot<Owner> {
  edits: (Edit & { owner: Owner })[];
  below: Map<string | number, Spot<Owner>>;
}

/** Where a part of a patched product comes from: a place without overlays, or whoever wrote it. */
export type Origin<Owner> = { base: Path } | { owner: Owner };

/**
 * Edits of one product together. All places are those of the product as it is without them, so that their order has no
 * meaning; two that would depend on it are a conflict.
 */
export class Patching<Owner> {
  readonly #root: Spot<Owner> = { edits: [], below: new Map() };

  /** Adds an edit; or, if it meets one that is there, adds nothing and answers with whose that is. */
  add(edit: Edit, owner: Owner): Owner | undefined {
    let spot = this.#root;
    for (const key of edit.path) {
      const replaced = spot.edits.find(isReplacing);
      if (replaced) return replaced.owner;
      const next = spot.below.get(key) ?? { edits: [], below: new Map() };
      spot.below.set(key, next);
      spot = next;
    }
    const meets = isReplacing(edit)
      ? (spot.edits.find(isReplacing) ?? firstBelow(spot))
      : spot.edits.find(({ verb }) => verb === edit.verb);
    if (meets) return meets.owner;
    spot.edits.push({ ...edit, owner });
    return undefined;
  }

  /** The patched value. What no edit concerns is the same object as before. */
  apply<Whole extends object>(whole: Whole): Whole {
    return patched(whole, this.#root) as Whole;
  }

  /** Where the part at a path of the patched value comes from. */
  originOf(whole: object, path: Path): Origin<Owner> {
    let spot: Spot<Owner> | undefined = this.#root;
    const base: (string | number)[] = [];
    for (const key of path) {
      const part = partAt(whole, base);
      const from = Array.isArray(part) && typeof key === 'number' ? slotAt(part, spot, key) : { at: key };
      if ('owner' in from) return { owner: from.owner as Owner };
      base.push(from.at);
      spot = spot?.below.get(from.at);
      const replaced = spot?.edits.find(isReplacing);
      if (replaced) return { owner: replaced.owner };
    }
    return { base };
  }
}

/** Whether it takes the place of what was there, rather than stand beside it. */
export function isReplacing({ verb }: Pick<Edit, 'verb'>): boolean {
  return verb === 'SET' || verb === 'REMOVE';
}

function firstBelow<Owner>({ below }: Spot<Owner>): { owner: Owner } | undefined {
  for (const spot of below.values()) {
    const found = spot.edits[0] ?? firstBelow(spot);
    if (found) return found;
  }
  return undefined;
}

function patched<Owner>(part: unknown, spot: Spot<Owner> | undefined): unknown {
  if (spot === undefined) return part;
  if (Array.isArray(part))
    return slots(part, spot).map((slot) =>
      'owner' in slot ? slot.item : patched(part[slot.at], spot.below.get(slot.at)),
    );
  const fields: Record<string, unknown> = isObject(part) ? { ...part } : {};
  for (const [key, below] of spot.below) {
    const edit = below.edits.find(isReplacing);
    if (edit?.verb === 'REMOVE') delete fields[key];
    else fields[key] = edit ? edit.value : patched(fields[key], below);
  }
  return fields;
}

type Slot<Owner> = { at: number } | { item: unknown; owner: Owner };

/** The items of a patched list, in order: those that stay by their places before, new ones with their owners. */
function slots<Owner>(list: readonly unknown[], { below }: Spot<Owner>): Slot<Owner>[] {
  return list.flatMap((_, at): Slot<Owner>[] => {
    const edits = below.get(at)?.edits ?? [];
    const items = (verb: Edit['verb']) =>
      edits
        .filter((edit) => edit.verb === verb)
        .flatMap(({ value, owner }) => (value as unknown[]).map((item) => ({ item, owner })));
    const replaced = edits.find(isReplacing);
    const own =
      replaced === undefined
        ? [{ at }]
        : replaced.verb === 'SET'
          ? [{ item: replaced.value, owner: replaced.owner }]
          : [];
    return [...items('BEFORE'), ...own, ...items('AFTER')];
  });
}

function slotAt<Owner>(list: readonly unknown[], spot: Spot<Owner> | undefined, index: number): Slot<Owner> {
  return (spot && slots(list, spot)[index]) ?? { at: index };
}

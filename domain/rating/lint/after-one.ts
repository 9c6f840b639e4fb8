import type { Logic } from '../../expression/normalize.js';
import { anything, either, type Possible } from './possible.js';

/** What something is after one of several ways; undefined where the way gives it nothing. */
export interface Outcome {
  possible: Possible | undefined;
  /** The condition of the way, if it has one. */
  where?: Logic | undefined;
}

/** What something is after one of these ways, whichever is taken: one of them is. */
export function afterOne(ways: readonly Outcome[]): Possible {
  const [first = anything, ...others] = new Set(ways.flatMap(({ possible }) => possible ?? []));
  const isGiven = ways.every(({ possible }) => possible !== undefined);
  if (isGiven && others.length === 0) return first;
  const { onlyWhere: _ofOne, ...joined } = others.reduce(either, first);
  if (isGiven && !joined.optional) return joined;
  const onlyWhere = givenWhere(ways);
  return { ...joined, optional: true, ...(onlyWhere && { onlyWhere }) };
}

/** The conditions under which it is known after all: those of a way that gives it, or those that all ways need. */
function givenWhere(ways: readonly Outcome[]): Logic[] | undefined {
  const needed = ways.map(({ possible }) => neededFor(possible));
  const ofWays = ways.flatMap(({ where }, index) => {
    const own = needed[index];
    return where === undefined || !own ? [] : [[...own, where]];
  });
  const inAll = needed.every((each) => each !== null) ? [needed.flat()] : [];
  const [only = [], ...others] = [...inAll, ...ofWays];
  if (others.length === 0) return only.length > 0 ? [...only] : undefined;
  return [{ or: [only, ...others].map((each) => (each.length === 1 ? (each[0] ?? null) : { and: each })) }];
}

/** What must hold for it to be known: nothing; null where that cannot be told. */
function neededFor(possible: Possible | undefined): Logic[] | null {
  if (!possible) return null;
  if (!possible.optional) return [];
  return possible.onlyWhere ? [...possible.onlyWhere] : null;
}

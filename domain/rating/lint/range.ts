/** The numbers from one to another; an end that is open is not one of them. */
export interface Range {
  readonly from: number;
  readonly to: number;
  readonly fromOpen?: boolean;
  readonly toOpen?: boolean;
  /** Zero is not among them, though it lies between the ends. */
  readonly nonZero?: boolean;
}

export const everyNumber: Range = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

export function point(at: number): Range {
  return { from: at, to: at };
}

export function hasZero({ from, to, fromOpen, toOpen, nonZero }: Range): boolean {
  if (nonZero) return false;
  return (fromOpen ? from < 0 : from <= 0) && (toOpen ? to > 0 : to >= 0);
}

export function contains({ from, to, fromOpen, toOpen }: Range, at: number): boolean {
  return (fromOpen ? from < at : from <= at) && (toOpen ? at < to : at <= to);
}

/** What two ranges share; null where that is nothing. */
export function intersection(a: Range, b: Range): Range | null {
  const from = Math.max(a.from, b.from);
  const to = Math.min(a.to, b.to);
  const fromOpen = [a, b].some((range) => range.from === from && range.fromOpen);
  const toOpen = [a, b].some((range) => range.to === to && range.toOpen);
  if (from > to || (from === to && (fromOpen || toOpen))) return null;
  return { from, to, fromOpen, toOpen, nonZero: a.nonZero || b.nonZero || false };
}

/** The smallest range that holds both. */
export function hull(a: Range, b: Range): Range {
  const from = Math.min(a.from, b.from);
  const to = Math.max(a.to, b.to);
  return {
    from,
    to,
    fromOpen: [a, b].every((range) => range.from !== from || range.fromOpen),
    toOpen: [a, b].every((range) => range.to !== to || range.toOpen),
    nonZero: !hasZero(a) && !hasZero(b),
  };
}

export function plus(a: Range, b: Range): Range {
  return {
    from: a.from + b.from,
    to: a.to + b.to,
    fromOpen: a.fromOpen || b.fromOpen || false,
    toOpen: a.toOpen || b.toOpen || false,
  };
}

export function negated({ from, to, fromOpen = false, toOpen = false, nonZero = false }: Range): Range {
  return { from: -to, to: -from, fromOpen: toOpen, toOpen: fromOpen, nonZero };
}

export function times(a: Range, b: Range): Range {
  const corners = ends(a).flatMap((x) =>
    // Zero times an unbounded number is zero: the number is some number.
    ends(b).map((y) => ({ at: x.at === 0 || y.at === 0 ? 0 : x.at * y.at, open: openCorner(x, y) })),
  );
  const from = Math.min(...corners.map(({ at }) => at));
  const to = Math.max(...corners.map(({ at }) => at));
  return {
    from,
    to,
    fromOpen: corners.every(({ at, open }) => at !== from || open),
    toOpen: corners.every(({ at, open }) => at !== to || open),
    nonZero: !hasZero(a) && !hasZero(b),
  };
}

/** One divided by the numbers of a range that are not zero. */
export function reciprocal(range: Range): Range {
  const { from, to, fromOpen = false, toOpen = false } = range;
  if (from < 0 && to > 0) return { ...everyNumber, nonZero: true };
  return {
    from: to === 0 ? Number.NEGATIVE_INFINITY : 1 / to,
    to: from === 0 ? Number.POSITIVE_INFINITY : 1 / from,
    fromOpen: toOpen || !Number.isFinite(to),
    toOpen: fromOpen || !Number.isFinite(from),
    nonZero: true,
  };
}

export function least(a: Range, b: Range): Range {
  return negated(greatest(negated(a), negated(b)));
}

export function greatest(a: Range, b: Range): Range {
  const from = Math.max(a.from, b.from);
  const to = Math.max(a.to, b.to);
  return {
    from,
    to,
    fromOpen: [a, b].some((range) => range.from === from && range.fromOpen),
    toOpen: [a, b].every((range) => range.to !== to || range.toOpen),
  };
}

export function absolute(range: Range): Range {
  if (range.from >= 0) return range;
  if (range.to <= 0) return negated(range);
  return { from: 0, to: Math.max(-range.from, range.to), nonZero: range.nonZero ?? false };
}

/** Rounding can move a number by less than one unit, and to zero. */
export function roundedTo({ from, to }: Range, digits: number): Range {
  const unit = 10 ** -digits;
  return { from: Math.floor(from / unit) * unit, to: Math.ceil(to / unit) * unit };
}

/** A power rises or falls with its base and with its exponent alone, as long as the base is not negative. */
export function toPower(base: Range, exponent: Range): Range {
  if (base.from < 0) return everyNumber;
  const corners = [base.from, base.to].flatMap((x) => [exponent.from, exponent.to].map((y) => x ** y));
  if (corners.some(Number.isNaN)) return { ...everyNumber, from: 0 };
  // Powers of binary numbers miss the decimal ones by a little.
  const slack = 1e-9;
  return { from: Math.min(...corners) * (1 - slack), to: Math.max(...corners) * (1 + slack) };
}

interface End {
  at: number;
  open: boolean;
}

function ends({ from, to, fromOpen = false, toOpen = false }: Range): [End, End] {
  return [
    { at: from, open: fromOpen },
    { at: to, open: toOpen },
  ];
}

function openCorner(x: End, y: End): boolean {
  if ((x.at === 0 && !x.open) || (y.at === 0 && !y.open)) return false;
  return x.open || y.open;
}

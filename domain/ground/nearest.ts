/** No name of the product language is longer. */
const longest = 64;

/** The name that was probably meant: the nearest by edit distance, or undefined if none is near. */
export function nearest(written: string, names: Iterable<string>): string | undefined {
  if (written.length > longest) return undefined;
  let [best, least]: [string | undefined, number] = [
    undefined,
    Math.max(1, Math.floor(written.length / 3)) + 1,
  ];
  for (const name of names) {
    const distance = editDistance(written.toLowerCase(), name.toLowerCase());
    if (distance < least) [best, least] = [name, distance];
  }
  return best;
}

/** `; did you mean "underwriting"?`, or nothing if no name is near. */
export function suggestion(written: string, names: Iterable<string>): string {
  const meant = nearest(written, names);
  return meant === undefined ? '' : `; did you mean "${meant}"?`;
}

/** Insertions, deletions, replacements and swaps of neighbors that turn one text into the other. */
function editDistance(from: string, to: string): number {
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: to.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = (last[j - 1] ?? 0) + Number(from[i - 1] !== to[j - 1]);
      const swaps = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = swaps ? (beforeLast[j - 2] ?? 0) + 1 : replaced;
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced, swapped));
    }
    [beforeLast, last] = [last, row];
  }
  return last[to.length] ?? 0;
}

/** Rows as aligned columns under a heading, right-aligned except for the columns in `left`. */
export function inColumns(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  { left }: { left: readonly number[] },
): string[] {
  // A worksheet has more rows than a call can have arguments.
  const widths = heading.map((title, column) =>
    rows.reduce((widest, row) => Math.max(widest, (row[column] ?? '').length), title.length),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        left.includes(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return [heading, ...rows].map(line);
}

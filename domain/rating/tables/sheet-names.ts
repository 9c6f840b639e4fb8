const longest = 31;

/**
 * A name for each table's sheet in a workbook: the table's own name if Excel accepts it. Excel allows at most
 * 31 characters, none of `[ ] : * ? / \`, and no two names that differ only in case.
 */
export function sheetNames(tables: readonly string[]): Map<string, string> {
  return uniqueNames(tables, longest, (name) => {
    const allowed = name.replace(/[[\]:*?/\\]/g, '_').replace(/^'|'$/g, '_');
    return allowed.toLowerCase() === 'history' || allowed.trim() === '' ? `${allowed}_` : allowed;
  });
}

/** A name for each table's file, without extension, that every file system accepts. */
export function fileNames(tables: readonly string[]): Map<string, string> {
  return uniqueNames(tables, 100, (name) => name.replace(/[^A-Za-z0-9_-]/g, '_') || '_');
}

function uniqueNames(
  names: readonly string[],
  length: number,
  allowed: (name: string) => string,
): Map<string, string> {
  const taken = new Set<string>();
  const result = new Map<string, string>();
  // Unchanged names come first, so that a table keeps its name even if another's is cut to it.
  const rank = (name: string) => (allowed(name) === name && name.length <= length ? 0 : 1);
  for (const name of [...names].sort((a, b) => rank(a) - rank(b))) {
    const base = allowed(name);
    let candidate = base.slice(0, length);
    for (let number = 2; taken.has(candidate.toLowerCase()); number++) {
      const suffix = `~${number}`;
      candidate = base.slice(0, length - suffix.length) + suffix;
    }
    taken.add(candidate.toLowerCase());
    result.set(name, candidate);
  }
  return result;
}

/** The time between two moments: milliseconds below a second, seconds below a minute, else minutes. */
export function lasted(from: number, to: number): string {
  const ms = Math.max(0, to - from);
  if (ms < 1_000) return `${ms} ms`;
  return ms < 60_000 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;
}

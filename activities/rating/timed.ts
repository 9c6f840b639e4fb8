import { facts } from '../../db/facts.js';

/** Begins the time of a rating; its end is reported by what this returns. */
export function timing(): () => void {
  if (!facts.rated.isHeard()) return () => undefined;
  const startedAtMs = performance.now();
  return () => facts.rated.tell({ seconds: (performance.now() - startedAtMs) / 1000 });
}

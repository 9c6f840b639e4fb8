import { facts } from '../../db/facts.js';

/** The result of a rating, whose time is reported. */
export function timed<Rating>(rate: () => Rating): Rating {
  if (!facts.rated.isHeard()) return rate();
  const startedAtMs = performance.now();
  try {
    return rate();
  } finally {
    facts.rated.tell({ seconds: (performance.now() - startedAtMs) / 1000 });
  }
}

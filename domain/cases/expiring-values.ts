import type { Path } from '../ground/located-yaml.js';
import { suggestion } from '../ground/nearest.js';
import type { ExpiringValues } from '../rating/run/expiring.js';

/** Reports values of the expiring term that no plan reads: a slip of a name would count as new business. */
export function checkExpiring(
  expiring: ExpiringValues | undefined,
  read: readonly string[],
  report: (path: Path, message: string) => void,
): void {
  for (const name of Object.keys(expiring ?? {})) {
    if (read.includes(name)) continue;
    report(['expiring', name], `the plan does not read "expiring.${name}"${suggestion(name, read)}`);
  }
}

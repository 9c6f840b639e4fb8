import { inject } from 'vitest';

/** `host:port` of the run's Temporal server. Use one task queue a test file: they all share the server. */
export function temporalAddress(): string {
  return inject('temporalAddress');
}

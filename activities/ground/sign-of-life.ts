import { Context } from '@temporalio/activity';

/** Well within the `heartbeatTimeout` of such activities. */
const everyMs = 3_000;

/**
 * Sends a heartbeat every few seconds during a long activity. If they stop, another worker takes over before
 * the activity's timeout.
 */
export async function withSignsOfLife<T>(work: () => Promise<T>): Promise<T> {
  const context = Context.current();
  const timer = setInterval(() => context.heartbeat(), everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

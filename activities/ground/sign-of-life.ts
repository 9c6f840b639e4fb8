import { Context } from '@temporalio/activity';

/** Well within the `heartbeatTimeout` that workflows give such work. */
const everyMs = 3_000;

/**
 * Says every few seconds that the worker lives while an activity that takes long is under way: once it is silent,
 * another worker takes the activity over, without waiting for the longest that it may take.
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

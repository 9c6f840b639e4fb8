/**
 * The options of every worker, in any process. Pollers and threads stay as the SDK has them;
 * docs/design/decisions/0047-what-a-quote-costs-the-worker.md has the figures.
 */
export const workerOptions = {
  /**
   * A run's next task goes first to the worker that has the run in memory. If that worker was killed, the
   * task waits this long before any worker may take it; a busy worker takes tasks much sooner.
   */
  stickyQueueScheduleToStartTimeout: '3 seconds',
  /**
   * Runs in memory, 0.04 MiB each; those of policies wait there for months. The SDK keeps 2,310 with Node's usual heap.
   * A run that had to go is replayed when it wakes.
   */
  maxCachedWorkflows: 600,
} as const;

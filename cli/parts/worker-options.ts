/**
 * The options of every worker, in any process. Pollers, threads and cache stay as the SDK has them;
 * docs/decisions/0047-what-a-quote-costs-the-worker.md has the figures.
 */
export const workerOptions = {
  /**
   * A run's next task goes first to the worker that has the run in memory. If that worker was killed, the
   * task waits this long before any worker may take it; a busy worker takes tasks much sooner.
   */
  stickyQueueScheduleToStartTimeout: '3 seconds',
} as const;

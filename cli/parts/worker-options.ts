/** How every worker runs, whatever process it is in. */
export const workerOptions = {
  /**
   * A run's next task goes first to the worker that has the run in memory. If that worker was killed, this is how long
   * the task waits for it before it is anybody's; a worker that is merely busy takes tasks much sooner.
   */
  stickyQueueScheduleToStartTimeout: '3 seconds',
} as const;

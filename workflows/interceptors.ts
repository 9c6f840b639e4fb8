import { condition, type WorkflowInterceptorsFactory } from '@temporalio/workflow';

/**
 * Commands caused by a message precede those caused by a local activity's completion. A worker that replays a run may
 * get both at once where the first worker got one after the other. Without this, the order of their commands would
 * depend on the number of promises in between, and the replay would fail.
 */
export const interceptors: WorkflowInterceptorsFactory = () => ({
  outbound: [
    {
      async scheduleLocalActivity(input, next) {
        try {
          return await next(input);
        } finally {
          // A handler that waits continues in the first turn, and what it wakes up in the second.
          await nextTurn();
          await nextTurn();
        }
      },
    },
  ],
});

/** Waits until everything that can continue now has done so. */
async function nextTurn(): Promise<void> {
  let isOver = false;
  await condition(() => {
    const wasOver = isOver;
    isOver = true;
    return wasOver;
  });
}

import { condition, type WorkflowInterceptorsFactory } from '@temporalio/workflow';

/**
 * What a message led to comes before what the end of a local activity leads to, always. While a run is done again by
 * another worker, the two may be handed over together that came one after the other before; without this, which one's
 * commands come first would depend on how many promises each goes through, and the run could not be gone on with.
 */
export const interceptors: WorkflowInterceptorsFactory = () => ({
  outbound: [
    {
      async scheduleLocalActivity(input, next) {
        try {
          return await next(input);
        } finally {
          // A handler that waits itself goes on in the first turn, what it wakes up in the second.
          await nextTurn();
          await nextTurn();
        }
      },
    },
  ],
});

/** Waits until everything that can go on now has done so. */
async function nextTurn(): Promise<void> {
  let isOver = false;
  await condition(() => {
    const wasOver = isOver;
    isOver = true;
    return wasOver;
  });
}

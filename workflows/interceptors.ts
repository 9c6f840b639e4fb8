import { condition, type WorkflowInterceptorsFactory } from '@temporalio/workflow';

/**
 * Commands caused by a message precede those caused by a local activity's completion. A worker that replays a run may
 * get both at once where the first worker got one after the other. Without this, the order of their commands would
 * depend on the number of promises in between, and the replay would fail. A run that has got nothing but completions
 * of local activities since its start needs no such order, and continues at once.
 */
export const interceptors: WorkflowInterceptorsFactory = () => {
  let gotOther = false;
  return {
    internals: [
      {
        activate(input, next) {
          const jobs = input.activation.jobs ?? [];
          const isStart = jobs.some(({ initializeWorkflow }) => initializeWorkflow);
          gotOther ||= !isStart && jobs.some(({ resolveActivity }) => !resolveActivity?.isLocal);
          next(input);
        },
      },
    ],
    outbound: [
      {
        async scheduleLocalActivity(input, next) {
          try {
            return await next(input);
          } finally {
            if (gotOther) {
              // A handler that waits continues in the first turn, and what it wakes up in the second.
              await nextTurn();
              await nextTurn();
            }
          }
        },
      },
    ],
  };
};

/** Waits until everything that can continue now has done so. */
async function nextTurn(): Promise<void> {
  let isOver = false;
  await condition(() => {
    const wasOver = isOver;
    isOver = true;
    return wasOver;
  });
}

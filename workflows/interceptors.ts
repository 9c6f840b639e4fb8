import { condition, type WorkflowInterceptorsFactory } from '@temporalio/workflow';
import { RunTrace } from './run-trace.js';

/**
 * Commands caused by a message precede those caused by a local activity's completion. A worker that replays a run may
 * get both at once where the first worker got one after the other. Without this, the order of their commands would
 * depend on the number of promises in between, and the replay would fail. A run that has got nothing but completions
 * of local activities since its start needs no such order, and continues at once.
 *
 * Everything that a run causes gets the run's place in a trace, if the run has one.
 */
export const interceptors: WorkflowInterceptorsFactory = () => {
  let gotOther = false;
  const trace = new RunTrace();
  return {
    internals: [
      {
        activate(input, next) {
          const jobs = input.activation.jobs ?? [];
          const isStart = jobs.some(({ initializeWorkflow }) => initializeWorkflow);
          gotOther ||= !isStart && jobs.some(({ resolveActivity }) => !resolveActivity?.isLocal);
          trace.receive(input);
          next(input);
        },
        concludeActivation(input, next) {
          trace.conclude(input);
          return next(input);
        },
      },
    ],
    outbound: [
      {
        async scheduleLocalActivity(input, next) {
          try {
            return await next(trace.toActivity(input));
          } finally {
            if (gotOther) {
              // A handler that waits continues in the first turn, and what it wakes up in the second.
              await nextTurn();
              await nextTurn();
            }
          }
        },
        scheduleActivity: (input, next) => next(trace.toActivity(input)),
        startChildWorkflowExecution: (input, next) => next(trace.toWorkflow(input)),
        signalWorkflow: (input, next) => next(trace.toWorkflow(input)),
        continueAsNew: (input, next) => next(trace.toWorkflow(input)),
        getLogAttributes: (input, next) => next({ ...input, ...trace.logIds() }),
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

import { Runtime } from '@temporalio/worker';

let quieted = false;

/** Workers of this process say only what went wrong. */
export function quietRuntime(): void {
  const nothing = () => undefined;
  if (!quieted)
    Runtime.install({
      logger: { ...console, log: nothing, trace: nothing, debug: nothing, info: nothing, warn: nothing },
    });
  quieted = true;
}

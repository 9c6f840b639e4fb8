import type { Logger } from '../../api/telemetry/logger.js';

/** What the parts of a process tell the one that runs them. */
export interface Lifecycle {
  /** How to undo what was started. The last started is stopped first. */
  onStop(what: string, stop: () => Promise<unknown> | unknown): void;
  /** Stops everything in the ordinary way, for a reason to tell. */
  stop(reason: string): void;
  /** Something that everything else needs has failed: the process stops with exit code 1. */
  fail(error: Error): void;
}

const stopLimitMs = 25_000;
/** Ctrl-C under npm arrives twice, from the terminal and passed on by npm: that is not a second wish. */
const echoMs = 500;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Starts the parts and keeps the process until a signal or a failure, then stops what was started, within a
 * bound; a second signal stops waiting. What is not stopped by then ends with the process. Answers the exit code.
 */
export async function runParts(
  start: (lifecycle: Lifecycle) => Promise<void>,
  { logger, say }: { logger: Logger; say: (line: string) => void },
): Promise<number> {
  const stops: { what: string; stop: () => Promise<unknown> | unknown }[] = [];
  let stopping = false;
  let failure: Error | undefined;
  let requestStop: () => void = () => undefined;
  const stopRequested = new Promise<void>((resolve) => {
    requestStop = resolve;
  });

  const undo = async ({ what, stop }: (typeof stops)[number]) => {
    try {
      await stop();
    } catch (error) {
      logger.error({ err: error }, `could not stop ${what} properly`);
    }
  };
  const fail = (error: Error) => {
    if (!stopping) failure ??= error;
    requestStop();
  };
  const stop = (reason: string) => {
    if (stopping) return;
    stopping = true;
    say(reason);
    requestStop();
  };
  let signalledAtMs = Number.NEGATIVE_INFINITY;
  const onSignal = () => {
    const isEcho = performance.now() - signalledAtMs < echoMs;
    signalledAtMs = performance.now();
    if (stopping && !isEcho) process.exit(130);
    stop('Stopping… (once more to stop at once)');
  };
  for (const signal of signals) process.on(signal, onSignal);
  process.on('uncaughtException', fail);

  const lifecycle: Lifecycle = {
    onStop: (what, stop) => {
      // A part that comes up while everything else goes down must go as well.
      if (stopping) void undo({ what, stop });
      else stops.unshift({ what, stop });
    },
    stop,
    fail,
  };
  await Promise.race([start(lifecycle).catch(fail), stopRequested]);
  await stopRequested;
  stopping = true;
  if (failure) logger.debug({ err: failure }, 'stopping after a failure');

  const tooLate = setTimeout(() => {
    say('Some parts did not stop in time.');
    process.exit(1);
  }, stopLimitMs);
  for (const part of stops) await undo(part);
  clearTimeout(tooLate);
  if (failure) throw failure;
  say('Stopped.');
  return 0;
}

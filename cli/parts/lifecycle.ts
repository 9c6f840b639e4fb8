import type { Logger } from '../../api/telemetry/logger.js';

/** The interface between the parts of a process and its runner. */
export interface Lifecycle {
  /**
   * Registers how to stop a started part. The last started is stopped first. A part that takes longer than its time,
   * 25 s by default, ends with the process.
   */
  onStop(what: string, stop: () => Promise<unknown> | unknown, withinMs?: number): void;
  /** Stops everything in order, for a reason that is printed. */
  stop(reason: string): void;
  /** A vital part has failed: the process stops with exit code 1. */
  fail(error: Error): void;
}

interface StartedPart {
  what: string;
  stop: () => Promise<unknown> | unknown;
  withinMs: number;
}

const usualStopMs = 25_000;
/**
 * Ctrl-C under npm arrives twice, from the terminal and forwarded by npm: the echo does not count as a second
 * signal.
 */
const echoMs = 500;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Starts the parts and keeps the process until a signal or a failure, then stops the started parts, within a
 * bound; a second signal stops waiting. Parts that are still running then end with the process. Returns the
 * exit code.
 */
export async function runParts(
  start: (lifecycle: Lifecycle) => Promise<void>,
  { logger, say }: { logger: Logger; say: (line: string) => void },
): Promise<number> {
  const stops: StartedPart[] = [];
  let stopping = false;
  let failure: Error | undefined;
  let requestStop: () => void = () => undefined;
  const stopRequested = new Promise<void>((resolve) => {
    requestStop = resolve;
  });

  const undo = async ({ what, stop, withinMs }: StartedPart) => {
    const tooLate = setTimeout(() => {
      say(`Could not stop ${what} in time.`);
      process.exit(1);
    }, withinMs);
    try {
      await stop();
    } catch (error) {
      logger.error({ err: error }, `could not stop ${what} properly`);
    }
    clearTimeout(tooLate);
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
  let signaledAtMs = Number.NEGATIVE_INFINITY;
  const onSignal = () => {
    const isEcho = performance.now() - signaledAtMs < echoMs;
    signaledAtMs = performance.now();
    if (stopping && !isEcho) process.exit(130);
    stop('Stopping… (once more to stop at once)');
  };
  for (const signal of signals) process.on(signal, onSignal);
  process.on('uncaughtException', fail);

  const lifecycle: Lifecycle = {
    onStop: (what, stop, withinMs = usualStopMs) => {
      const part = { what, stop, withinMs };
      // A part that comes up during the shutdown must be stopped as well.
      if (stopping) void undo(part);
      else stops.unshift(part);
    },
    stop,
    fail,
  };
  await Promise.race([start(lifecycle).catch(fail), stopRequested]);
  await stopRequested;
  stopping = true;
  if (failure) logger.debug({ err: failure }, 'stopping after a failure');

  for (const part of stops) await undo(part);
  if (failure) throw failure;
  say('Stopped.');
  return 0;
}

import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { endOf } from '../embedded/processes.js';

export interface RestartedServiceOptions {
  /** The file of a child. It loads what it can, and runs the arguments that it is sent as the service's command line. */
  file: string;
  env: NodeJS.ProcessEnv;
  /** Where a debugger can attach to the service, on the loopback address. */
  inspectPort?: number | undefined;
  /** Brings the build up to date; answers whether anything changed. */
  build(): Promise<boolean>;
  say(line: string): void;
}

const stopPatienceMs = 12_000;

/** A child process with the API and the worker, which a change of the sources replaces by a new one. */
export class RestartedService {
  readonly #options: RestartedServiceOptions;
  #child: ChildProcess | undefined;
  /** The next child, waiting with its libraries loaded. */
  #spare: ChildProcess | undefined;
  #changedAtMs: number | undefined;
  #restarting: Promise<void> | undefined;
  #stopped = false;

  constructor(options: RestartedServiceOptions) {
    this.#options = options;
  }

  /** Resolves once the service is up, or has ended without coming up. */
  async start({ again = false } = {}): Promise<void> {
    if (this.#stopped) return;
    const child = this.#spare?.connected ? this.#spare : this.#spawn();
    this.#child = child;
    this.#spare = undefined;
    const { inspectPort } = this.#options;
    child.send({ args: ['start', ...(again ? ['--again'] : [])], inspectPort });
    const ended = endOf(child).then((how) => {
      if (this.#child !== child) return;
      this.#child = undefined;
      this.#options.say(`The service has ended (${how}). A change of a source starts it again.`);
    });
    await Promise.race([new Promise((resolve) => child.once('message', resolve)), ended]);
    if (!this.#stopped) this.#spare = this.#spawn();
  }

  #spawn(): ChildProcess {
    const { file, env } = this.#options;
    // A group of its own: Ctrl-C is for the parent, which stops its child in its turn.
    const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const;
    const child = spawn(process.execPath, ['--enable-source-maps', file], {
      detached: true,
      stdio: [...stdio],
      env,
    });
    child.on('error', () => undefined);
    return child;
  }

  /** To be called when a source changed. Changes that come while a restart is under way lead to one more. */
  changed(): void {
    this.#changedAtMs ??= performance.now();
    this.#restarting ??= this.#restart().finally(() => {
      this.#restarting = undefined;
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#spare?.connected) this.#spare.disconnect();
    await this.#end();
    await this.#restarting;
  }

  async #restart(): Promise<void> {
    while (this.#changedAtMs !== undefined && !this.#stopped) {
      const sinceMs = this.#changedAtMs;
      this.#changedAtMs = undefined;
      try {
        const isNew = await this.#options.build();
        if (!isNew && this.#child !== undefined) continue;
      } catch (error) {
        const goesOn = this.#child === undefined ? '' : '\nWhat ran before goes on.';
        this.#options.say(`${error instanceof Error ? error.message : String(error)}${goesOn}`);
        continue;
      }
      await this.#end();
      await this.start({ again: true });
      const seconds = ((performance.now() - sinceMs) / 1000).toFixed(1);
      if (this.#child !== undefined) this.#options.say(`Back ${seconds} s after the change.`);
    }
  }

  /** Letting go of the child is its sign to stop. */
  async #end(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = endOf(child);
    if (child.connected) child.disconnect();
    const how = await Promise.race([ended, sleep(stopPatienceMs, undefined, { ref: false })]);
    if (how === undefined) child.kill('SIGKILL');
    await ended;
  }
}

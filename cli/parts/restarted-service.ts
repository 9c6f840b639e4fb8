import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { endOf } from '../embedded/processes.js';

export interface RestartedServiceOptions {
  /**
   * The module of a child, which loads the libraries and then runs the arguments that it receives as the
   * service's command line.
   */
  file: string;
  env: NodeJS.ProcessEnv;
  /** The port for a debugger, on the loopback address. */
  inspectPort?: number | undefined;
  /** Updates the build; returns whether anything changed. */
  build(): Promise<boolean>;
  say(line: string): void;
}

const stopPatienceMs = 12_000;

/** A child process with the API and the worker; a change of the sources replaces it. */
export class RestartedService {
  #child: ChildProcess | undefined;
  /** The next child, with its libraries loaded. */
  #spare: ChildProcess | undefined;
  #changedAtMs: number | undefined;
  #restarting: Promise<void> | undefined;
  #stopped = false;

  constructor(private readonly options: RestartedServiceOptions) {}

  /** Resolves once the service is up or has failed to start. */
  async start({ again = false } = {}): Promise<void> {
    if (this.#stopped) return;
    const child = this.#spare?.connected ? this.#spare : this.#spawn();
    this.#child = child;
    this.#spare = undefined;
    const { inspectPort } = this.options;
    child.send({ args: ['start', ...(again ? ['--again'] : [])], inspectPort });
    const ended = endOf(child).then((how) => {
      if (this.#child !== child) return;
      this.#child = undefined;
      this.options.say(`The service has ended (${how}). A change of a source restarts it.`);
    });
    await Promise.race([new Promise((resolve) => child.once('message', resolve)), ended]);
    if (!this.#stopped) this.#spare = this.#spawn();
  }

  #spawn(): ChildProcess {
    const { file, env } = this.options;
    // In its own process group: Ctrl-C reaches the parent, which then stops its child.
    const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const;
    const child = spawn(process.execPath, ['--enable-source-maps', file], {
      detached: true,
      stdio: [...stdio],
      env,
    });
    child.on('error', () => undefined);
    return child;
  }

  /** Call it when a source changed. Changes during a restart lead to one more restart. */
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
        const isNew = await this.options.build();
        if (!isNew && this.#child !== undefined) continue;
      } catch (error) {
        const goesOn = this.#child === undefined ? '' : '\nThe previous service keeps running.';
        this.options.say(`${error instanceof Error ? error.message : String(error)}${goesOn}`);
        continue;
      }
      await this.#end();
      await this.start({ again: true });
      const seconds = ((performance.now() - sinceMs) / 1000).toFixed(1);
      if (this.#child !== undefined) this.options.say(`Back ${seconds} s after the change.`);
    }
  }

  /** The child stops when its channel closes. */
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

import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadBalancer } from '../support/load-balancer.js';
import { runCli } from '../support/running-service.js';
import type { Release } from './releases.js';

type Kind = 'api' | 'worker';
type Settings = Record<string, string>;

interface Running extends ReturnType<typeof runCli> {
  kind: Kind;
}

const startedLine = { api: /The API is at (http:[\w.:/]+\d)/, worker: /The worker serves task queue/ };
const startPatienceMs = 120_000;

/** The APIs and workers of an installation, each in a process and of its own release. */
export class Fleet {
  #settings: Settings;
  readonly #balancer: LoadBalancer;
  readonly #all: Running[] = [];
  #running: Running[] = [];

  constructor(settings: Settings, balancer: LoadBalancer) {
    this.#settings = settings;
    this.#balancer = balancer;
  }

  /** Further settings of what starts from now on. */
  configure(more: Settings): void {
    this.#settings = { ...this.#settings, ...more };
  }

  /** Runs a command to its end; returns what it wrote. */
  async command(release: Release, args: string[], more: Settings = {}): Promise<string> {
    const { code, output } = await runCli(args, { ...this.#settings, ...more }, release.project).ended;
    if (code !== 0) throw new Error(`${args.join(' ')} of ${release.name} failed:\n${output}`);
    return output;
  }

  /** Starts a process, and waits until it has its share of the work. */
  async start(kind: Kind, release: Release, more: Settings = {}): Promise<void> {
    const process = { kind, ...runCli([kind], { ...this.#settings, ...more }, release.project) };
    this.#all.push(process);
    this.#running.push(process);
    const deadline = Date.now() + startPatienceMs;
    const until = async <T>(ready: () => T | undefined): Promise<T> => {
      for (;;) {
        const value = ready();
        if (value !== undefined) return value;
        const early = await Promise.race([process.ended, sleep(50)]);
        if (early || Date.now() > deadline)
          throw new Error(`A ${kind} of ${release.name} did not start:\n${process.output()}`);
      }
    };
    const [, url] = await until(() => startedLine[kind].exec(process.output()) ?? undefined);
    if (url === undefined) return;
    this.#balancer.add(url);
    await until(() => this.#balancer.ready().find((each) => each === url));
  }

  /** Replaces the processes of a kind one by one, each new one before an old one. */
  async replace(kind: Kind, release: Release, more: Settings = {}): Promise<void> {
    for (const old of this.of(kind)) {
      await this.start(kind, release, more);
      await this.stop(old);
    }
  }

  of(kind: Kind): Running[] {
    return this.#running.filter((process) => process.kind === kind);
  }

  /** Stops a process as a process manager does. */
  async stop(process: Running): Promise<void> {
    process.child.kill('SIGTERM');
    const { code, output } = await process.ended;
    this.#running = this.#running.filter((other) => other !== process);
    if (code !== 0) throw new Error(`A stopped ${process.kind} ended with ${code}:\n${output}`);
  }

  /** The logs of all processes that were started, ended ones too. */
  logs(): string {
    return this.#all.map(({ kind, child, output }) => `== ${kind} ${child.pid}\n${output()}`).join('\n');
  }

  async kill(): Promise<void> {
    for (const { child } of this.#running) child.kill('SIGKILL');
    await Promise.all(this.#running.map(({ ended }) => ended));
  }
}

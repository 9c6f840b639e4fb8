import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { MailSettings } from '../../activities/ground/mail-settings.js';
import type { EventWorld } from '../support/event-world.js';
import { programOf } from '../support/program.js';
import { temporalAddress } from '../support/temporal.js';
import { localWebhooks } from '../support/webhook-settings.js';
import { workflowBundle } from '../support/workflow-bundle.js';

/** Where a worker kills itself: as the nth call of an activity begins, or when it is done and nobody knows yet. */
export interface KillPoint {
  activity: string;
  nth: number;
  when: 'before' | 'after';
}

export interface KillableWorker {
  /** The activities that it began, in order. */
  began: string[];
  /** Resolves when the process is gone. */
  gone: Promise<unknown>;
  stop(): Promise<void>;
}

/** A worker in a process of its own that dies at a point, if one is given. */
export async function aKillableWorker(
  world: Pick<EventWorld, 'databaseUrl' | 'taskQueue'>,
  {
    endpoints = {},
    killAt,
    mail,
    address = temporalAddress(),
  }: { endpoints?: object; killAt?: KillPoint; mail?: MailSettings; address?: string },
): Promise<KillableWorker> {
  const { databaseUrl, taskQueue } = world;
  const codePath = await workflowBundle();
  const settings = {
    databaseUrl,
    taskQueue,
    codePath,
    temporalAddress: address,
    endpoints,
    webhooks: localWebhooks(),
    mail,
    killAt,
  };
  const child = fork(await programOf('worker-process.ts'), [JSON.stringify(settings)], { execArgv: [] });
  const began: string[] = [];
  const ready = new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the worker did not start')));
    child.on('message', (message: 'ready' | { began: string }) => {
      if (message === 'ready') resolve();
      else began.push(message.began);
    });
  });
  const gone = once(child, 'exit');
  await ready;
  return {
    began,
    gone,
    stop: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import { idleActs } from '../../db/assistants/list-acts.js';
import type { Database } from '../../db/database.js';
import type { AssistantAct } from '../../db/models/assistant-act.js';
import {
  actChangedSignal,
  assistantActOptions,
  assistantActType,
} from '../../workflows/contracts/assistant-act.js';
import type { RepeatedWork } from '../ground/repeated-work.js';
import { overdueWork } from './overdue-work.js';

/** The longest that a request waits for Temporal; the sweep starts what it has not. */
const wakeLimitMs = 2_000;
/** What is carried out takes less, or is carried out again. */
const graceMs = 60_000;

type WokenAct = Pick<AssistantAct, 'id' | 'organizationId' | 'tool'>;

/** Starts the workflows of acts that wait for a person; the only place that does. */
export class ActRuns {
  constructor(private readonly uses: { client: Client; taskQueue: string }) {}

  /** Has the workflow of an act look at it, and starts the workflow if there is none. */
  async wake({ id: actId, organizationId, tool }: WokenAct): Promise<void> {
    await this.uses.client.withDeadline(Date.now() + wakeLimitMs, () =>
      this.uses.client.workflow.signalWithStart(assistantActType, {
        ...assistantActOptions({ actId, organizationId, tool }),
        taskQueue: this.uses.taskQueue,
        signal: actChangedSignal,
      }),
    );
  }

  /** The same; while Temporal is unavailable, the sweep does it later. */
  async wakeSoon(act: WokenAct): Promise<void> {
    try {
      await this.wake(act);
    } catch {
      // The act is in the database: nothing is lost.
    }
  }
}

export interface ActSweepOptions {
  db: Database;
  runs: Pick<ActRuns, 'wake'>;
  /** Goes on with an act that runs. */
  resume(act: AssistantAct): Promise<unknown>;
  /** System time. */
  now: () => Date;
}

/**
 * Goes on with acts whose process died before they were over, and wakes the workflows of those that wait and may have none; returns
 * their number.
 */
export async function resumeIdleActs({ db, runs, resume, now }: ActSweepOptions): Promise<number> {
  const idle = await idleActs(db, { now: now(), before: new Date(now().getTime() - graceMs) });
  for (const act of idle) await (act.state === 'RUNNING' ? resume(act) : runs.wake(act));
  return idle.length;
}

/** `resumeIdleActs`, again and again. */
export function actSweep(options: ActSweepOptions & { log: Logger }): RepeatedWork {
  const { log } = options;
  return overdueWork({
    what: 'acts of assistants',
    everyMs: 30_000,
    log,
    wake: () => resumeIdleActs(options),
  });
}

import { ApplicationFailure } from '@temporalio/common';
import { openPolicies, policiesDue } from '../../db/clocks/policies-under.js';
import { policyWorkflows } from '../../db/policies/policy-workflows.js';
import type { PolicyWorkflow } from '../../domain/policy/policy-workflow.js';
import type { RunPlan } from '../../domain/runs/fired-event.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { asActivity } from '../ground/failures.js';
import { createCheckPolicy } from '../policy-term/check-policy.js';
import { RoomForOthers } from './room-for-others.js';

/** What the check of some policies under a clock led to; small, because the clock's history has it. */
export interface DuePolicies {
  /** Runs of the fired events. */
  fired: RunPlan[];
  /** The workflows of policies that are closed now, and end, and of those whose check fails, and say so. */
  told: PolicyWorkflow[];
  /** Where to go on; null if no other policy is due. */
  after: string | null;
  /** How long the clock is to stand after this, for the sake of others. */
  restMs: number;
}

/** All together stay far below the activity's timeout. */
const batchSize = 20;
/** Side by side, so that one is worked on while another waits for the database. */
const lanes = 3;

/** Checks the next policies of which something is due at the clock's time. */
export function createCheckDuePolicies(dependencies: ActivityDependencies) {
  const { db, now } = dependencies;
  const check = createCheckPolicy(dependencies);
  const room = new RoomForOthers();
  return (clockId: string, after: string | null): Promise<DuePolicies> =>
    asActivity(async () => {
      const ids = await policiesDue(db, { clockId, after, limit: batchSize });
      const fired: RunPlan[] = [];
      const told: string[] = [];
      const doAll = async (policyId: string): Promise<void> => {
        for (;;) {
          const checked = await check(policyId);
          fired.push(...checked.fired);
          if (checked.sleepMs === null) told.push(policyId);
          if (checked.sleepMs !== 0) return;
        }
      };
      const left = ids.values();
      const work = async () => {
        for (const policyId of left) {
          await doAll(policyId).catch((error: unknown) => {
            if (!(error instanceof ApplicationFailure && error.nonRetryable)) throw error;
            told.push(policyId);
          });
        }
      };
      await Promise.all(Array.from({ length: lanes }, work));
      return {
        fired,
        told: await policyWorkflows(db, told),
        after: ids.length < batchSize ? null : (ids.at(-1) ?? null),
        restMs: room.restAfterStep(clockId, now().getTime()),
      };
    });
}

/** Some of the policies under a clock, and where to go on. */
export interface PoliciesToTell {
  policies: PolicyWorkflow[];
  after: string | null;
}

const toldAtOnce = 100;

/** The workflows of the open policies under a clock: they learn what became of their policies when its advance has ended. */
export function createPoliciesToTell({ db }: Pick<ActivityDependencies, 'db'>) {
  return (clockId: string, after: string | null): Promise<PoliciesToTell> =>
    asActivity(async () => {
      const ids = await openPolicies(db, { clockId, after, limit: toldAtOnce });
      return {
        policies: await policyWorkflows(db, ids),
        after: ids.length < toldAtOnce ? null : (ids.at(-1) ?? null),
      };
    });
}

import type { Client } from '@temporalio/client';
import type { Database } from '../../db/database.js';
import { policyWorkflow } from '../../db/policies/policy-workflows.js';
import { policyChangedSignal, policyTermOptions, policyType } from '../../workflows/contracts/policy-term.js';

/** The longest that a request waits for Temporal; the sweep catches up on missed notifications. */
const tellLimitMs = 2_000;

/**
 * Notifies policies' workflows of changes that are made outside of events; the only place of the API that
 * starts them.
 */
export class PolicyTerms {
  constructor(private readonly uses: { db: Database; client: Client; taskQueue: string }) {}

  /** Has a policy's workflow read the policy again, and starts the workflow if there is none. */
  async tell(policyId: string): Promise<void> {
    const policy = await policyWorkflow(this.uses.db, policyId);
    await this.uses.client.withDeadline(Date.now() + tellLimitMs, () =>
      this.uses.client.workflow.signalWithStart(policyType, {
        ...policyTermOptions(policy),
        taskQueue: this.uses.taskQueue,
        signal: policyChangedSignal,
      }),
    );
  }

  /** The same without making the caller wait: while Temporal is unavailable, the sweep notifies it later. */
  async tellSoon(policyId: string): Promise<void> {
    try {
      await this.tell(policyId);
    } catch {
      // The change is in the database: nothing is lost.
    }
  }
}

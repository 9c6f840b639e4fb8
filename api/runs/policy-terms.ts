import type { Client } from '@temporalio/client';
import {
  policyChangedSignal,
  policyTermOptions,
  policyTermType,
} from '../../workflows/contracts/policy-term.js';

/** A request does not wait longer for Temporal; the sweep makes up for what was not told. */
const tellLimitMs = 2_000;

/** Tells policies' workflows of changes that are made outside of events; the only place of the API that starts them. */
export class PolicyTerms {
  readonly #client: Client;
  readonly #taskQueue: string;

  constructor({ client, taskQueue }: { client: Client; taskQueue: string }) {
    this.#client = client;
    this.#taskQueue = taskQueue;
  }

  /** Has a policy's workflow read the policy again, and starts it where there is none. */
  async tell(policyId: string): Promise<void> {
    await this.#client.withDeadline(Date.now() + tellLimitMs, () =>
      this.#client.workflow.signalWithStart(policyTermType, {
        ...policyTermOptions(policyId),
        taskQueue: this.#taskQueue,
        signal: policyChangedSignal,
      }),
    );
  }

  /** The same where nobody is kept waiting: while Temporal is away, the sweep tells it later. */
  async tellSoon(policyId: string): Promise<void> {
    try {
      await this.tell(policyId);
    } catch {
      // What has changed is in the database: nothing is lost.
    }
  }
}

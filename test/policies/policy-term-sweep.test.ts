import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PolicyTermSweepOptions, wakeOverduePolicies } from '../../api/runs/policy-term-sweep.js';
import { PolicyTerms } from '../../api/runs/policy-terms.js';
import { Policy } from '../../db/models/policy.js';
import { policyTermStatusQuery } from '../../workflows/contracts/policy-term.js';
import { type PolicyLives, policyLives } from '../support/policy-life.js';

let lives: PolicyLives;
let sweep: PolicyTermSweepOptions;

beforeAll(async () => {
  lives = await policyLives();
  sweep = {
    db: lives.db,
    terms: new PolicyTerms({ db: lives.db, client: lives.client, taskQueue: lives.taskQueue }),
    now: () => new Date('2040-01-02T00:00:00Z'),
  };
});

afterAll(async () => {
  await lives?.close();
});

it('starts the workflow of a policy that has none, and leaves alone what is looked after', async () => {
  const [lost, kept] = [await lives.issue(), await lives.issue()];
  for (const { id } of [lost, kept]) {
    await expect.poll(async () => (await lives.term(id)).query(policyTermStatusQuery)).not.toBeNull();
  }
  await (await lives.term(lost.id)).terminate('lost');
  await Policy.query(lives.db)
    .findById(lost.id)
    .patch({ nextLookAt: new Date('2040-01-01T20:00:00Z') });

  expect(await wakeOverduePolicies(sweep)).toBe(1);

  await expect
    .poll(async () => (await lives.term(lost.id)).query(policyTermStatusQuery))
    .toMatchObject({ policyState: 'ACTIVE' });
  expect(await wakeOverduePolicies(sweep)).toBe(0);
});

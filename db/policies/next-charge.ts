import type { Knex } from 'knex';
import { openAmountOf } from '../../domain/policy/foresee.js';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import { nextChargeOf } from '../../domain/policy/upcoming.js';
import { businessTimeOf } from '../clock.js';
import type { Policy } from '../models/policy.js';
import type { ProductCatalog } from '../products/catalog.js';
import { readPolicyToPlan } from './read-plan.js';

export interface NextCharge {
  statementId: string;
  on: string;
  amount: number;
  currency: string;
}

/** The next charge of a policy to its saved method, as far as is known today; undefined if nothing is charged by itself. */
export async function readNextCharge(
  db: Knex,
  uses: { catalog: Pick<ProductCatalog, 'version'>; now: () => Date },
  policy: Policy,
): Promise<NextCharge | undefined> {
  const version = await uses.catalog.version(policy.productVersionId);
  const settings = policySettingsOf(version?.definition ?? {});
  const now = await businessTimeOf(db, uses, policy);
  const plan = await readPolicyToPlan(db, policy, { now, settings });
  const next = nextChargeOf(plan, settings);
  const statement = plan.statements.find(({ id }) => id === next?.statementId);
  if (next === undefined || statement === undefined) return undefined;
  return { ...next, amount: Number(openAmountOf(statement)), currency: settings.currency };
}

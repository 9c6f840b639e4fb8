import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { Actor } from '../../domain/ground/actor.js';
import { compileProduct } from '../../domain/product/compile-product.js';
import { productDefinition } from '../../domain/product/definition.js';
import type { Environment } from '../../domain/product/timeline.js';
import { ProductDeployment } from '../models/product-deployment.js';
import { ProductVersionMessage } from '../models/product-version-message.js';
import { ProductError } from './product-error.js';

/** A version that today's lint refuses, on its way back to an environment. */
interface Rollback {
  versionId: string;
  environment: Environment;
  effectiveDate: string;
  lintError: string;
  by?: Actor;
}

/**
 * An operator has to be able to return to a version that was sold, even if lint has become stricter since. It must
 * have been deployed to the same environment, and compile.
 *
 * @throws ProductError if it may not be deployed.
 */
export async function requireRollback(
  trx: Knex,
  { versionId, environment, lintError, definition }: Rollback & { definition: unknown },
): Promise<void> {
  const earlier = await ProductDeployment.query(trx)
    .where({ product_version_id: versionId, environment })
    .select('id')
    .first();
  if (earlier && compiles(definition)) return;
  throw new ProductError('UNSOUND', `version ${versionId} cannot be deployed: ${lintError}`);
}

/** Keeps with the version that it was deployed in spite of an error. */
export async function noteRollback(
  trx: Knex,
  { versionId, environment, effectiveDate, lintError, by }: Rollback,
): Promise<void> {
  await ProductVersionMessage.query(trx).insert({
    id: randomUUID(),
    productVersionId: versionId,
    authorName: by?.name ?? 'operator',
    text: `Deployed to ${environment} again, from ${effectiveDate}, although lint now finds: ${lintError}`,
  });
}

function compiles(definition: unknown): boolean {
  try {
    compileProduct(productDefinition.parse(definition));
    return true;
  } catch {
    return false;
  }
}

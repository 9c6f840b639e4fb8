import type { Actor } from '../../domain/ground/actor.js';
import type { Environment } from '../../domain/product/timeline.js';
import { BaseModel } from './base.js';

/** A version on an environment's timeline from a date on. `domain/product/timeline.ts` evaluates the rows. */
export class ProductDeployment extends BaseModel {
  static override tableName = 'product_deployments';
  static override jsonAttributes = ['deployedBy', 'withdrawnBy'];

  declare id: string;
  declare productId: string;
  declare productVersionId: string;
  declare environment: Environment;
  declare effectiveDate: string;
  declare deployedAt: Date;
  declare deployedBy: Actor | null;
  declare withdrawnAt: Date | null;
  declare withdrawnBy: Actor | null;
  declare updatedAt: Date;
}

import type { Database } from '../../db/database.js';
import { giveConsent, revokeConsent } from '../../db/products/consents.js';
import { archiveVersion, deployVersion, withdrawVersion } from '../../db/products/deployments.js';
import { licenseProduct } from '../../db/products/licenses.js';
import { listProducts } from '../../db/products/list-products.js';
import { readDefinition } from '../../db/products/read-definition.js';
import { checkProduct } from '../../documents/product-files/check-product.js';
import { importChecked, requireImportable } from '../../documents/product-files/import-checked.js';
import { CommandFailure } from '../ground/command-failure.js';
import { operator } from '../ground/operator.js';
import { organizationOf } from '../ground/organization-of.js';
import type { Products } from './products.js';

/** Runs work on a database that is opened for it. */
export type WithDatabase = <Result>(work: (db: Database) => Promise<Result>) => Promise<Result>;

/** The products of a database, for its operators: of every organization. */
export function databaseProducts(withDatabase: WithDatabase): Products {
  const by = operator();
  return {
    async import({ file, tables, organization, author = 'operator', basedOnVersionId, message }) {
      if (organization === undefined) {
        throw new CommandFailure("Name the owner of the product: --organization 'My Insurance'.");
      }
      const checked = requireImportable(await checkProduct({ file, tables, withCases: true }));
      return withDatabase(async (db) => {
        const ownerOrganizationId = (await organizationOf(db, organization)).id;
        return importChecked(db, checked, { ownerOrganizationId, by, author, basedOnVersionId, message });
      });
    },
    deploy: (deployment) => withDatabase((db) => deployVersion(db, { ...deployment, by })),
    withdraw: (withdrawal) =>
      withDatabase(async (db) => ({ withdrawn: await withdrawVersion(db, { ...withdrawal, by }) })),
    archive: (versionId) => withDatabase((db) => archiveVersion(db, versionId, { by })),
    license: ({ productId, to, ...license }) =>
      withDatabase(async (db) => {
        const { id: organizationId } = await organizationOf(db, to);
        return licenseProduct(db, { productId, organizationId, ...license, by });
      }),
    consent: ({ productId, owner, organization }) =>
      withDatabase(async (db) => {
        const organizationId = await consentingId(db, organization);
        const { id: ownerOrganizationId } = await organizationOf(db, owner);
        return giveConsent(db, { productId, organizationId, ownerOrganizationId, by });
      }),
    revokeConsent: ({ productId, organization }) =>
      withDatabase(async (db) => {
        await revokeConsent(db, { productId, organizationId: await consentingId(db, organization), by });
      }),
    list: (organization) =>
      withDatabase(async (db) => {
        const organizationId =
          organization === undefined ? undefined : (await organizationOf(db, organization)).id;
        return (await listProducts(db, { organizationId })).products;
      }),
    definition: (versionId) => withDatabase(async (db) => (await readDefinition(db, versionId)).definition),
  };
}

async function consentingId(db: Database, organization: string | undefined): Promise<string> {
  if (organization === undefined) throw new CommandFailure('Name who consents: --organization.');
  return (await organizationOf(db, organization)).id;
}

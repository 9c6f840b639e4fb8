import type { GivenConsent } from '../../db/products/consents.js';
import type { DeployedVersion, DeploymentRequest } from '../../db/products/deployments.js';
import type { LicensedProduct } from '../../db/products/licenses.js';
import type { ListedProduct } from '../../db/products/list-products.js';
import type { ImportAnswer } from '../../documents/product-files/import-checked.js';
import type { Authority } from '../../domain/authority/authority.js';
import type { CommissionTerms } from '../../domain/commissions/commission-terms.js';
import type { ProductDefinition } from '../../domain/product/definition.js';

export interface ProductToImport {
  /** The product file. */
  file: string;
  /** A workbook whose sheets replace the tables of the same names. */
  tables?: string | undefined;
  /** The owner, by id or name. A service takes the organization of its caller. */
  organization?: string | undefined;
  /** Who wrote it, if not who imports it. */
  author?: string | undefined;
  basedOnVersionId?: string | undefined;
  message?: string | undefined;
}

type Deployment = Pick<DeploymentRequest, 'versionId' | 'environment' | 'effectiveDate'>;
export type Withdrawal = Omit<Deployment, 'effectiveDate'> & { effectiveDate?: string | undefined };

/** The products of an installation, as the commands of authors need them: in its database, or behind its API. */
export interface Products {
  /**
   * Checks a product file and stores it as a version.
   *
   * @throws UnusableFile if a file cannot be read, ProductRefused if the product has errors or failing cases.
   */
  import(product: ProductToImport): Promise<ImportAnswer>;
  deploy(deployment: Deployment): Promise<DeployedVersion>;
  withdraw(withdrawal: Withdrawal): Promise<{ withdrawn: number }>;
  archive(versionId: string): Promise<{ archived: boolean }>;
  /** `to`: the organization, by its id; in a database also by its name. */
  license(license: {
    productId: string;
    to: string;
    authority?: Authority | undefined;
    commission?: CommissionTerms | null | undefined;
  }): Promise<LicensedProduct>;
  /** `organization` consents that the product of `owner` quotes in its name; behind an API the caller's does. */
  consent(consent: {
    productId: string;
    owner: string;
    organization?: string | undefined;
  }): Promise<GivenConsent>;
  revokeConsent(consent: { productId: string; organization?: string | undefined }): Promise<void>;
  /** All products, or those that an organization owns or is licensed to use. */
  list(organization: string | undefined): Promise<ListedProduct[]>;
  definition(versionId: string): Promise<ProductDefinition>;
}

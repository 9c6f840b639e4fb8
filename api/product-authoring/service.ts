import type { Database } from '../../db/database.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import {
  archiveVersion,
  type DeployedVersion,
  type DeploymentRequest,
  deployVersion,
  withdrawVersion,
} from '../../db/products/deployments.js';
import { type LicensedProduct, licenseProduct } from '../../db/products/licenses.js';
import { type ListedProduct, listProducts } from '../../db/products/list-products.js';
import { readDefinition, type StoredDefinition } from '../../db/products/read-definition.js';
import type { CaseReport } from '../../documents/product-files/case-report.js';
import type { CheckedProduct } from '../../documents/product-files/check-product.js';
import {
  type ImportAnswer,
  importChecked,
  ProductRefused,
  requireImportable,
} from '../../documents/product-files/import-checked.js';
import type { ProductChecker } from '../../documents/product-files/product-checker.js';
import type { Authority } from '../../domain/authority/authority.js';
import type { CommissionTerms } from '../../domain/commissions/commission-terms.js';
import { dayIn } from '../../domain/ground/business-time.js';
import { holdingIn } from '../../domain/product/overlaid-product.js';
import { generatesQuotes } from '../../domain/product/product-display.js';
import type { Line } from '../../domain/questions/line.js';
import { BadRequest } from '../errors/app-error.js';
import { type Caller, requireUnrestricted } from '../http/caller.js';
import { type PageOf, pageOf } from '../http/page.js';
import { actorOf } from '../http/person.js';
import { acceptedCases } from './accepted-cases.js';
import type { ListedLine, LiveVersion } from './fields.js';
import type { ProductImport, ProductTest, SentProduct } from './file-schemas.js';
import { answering } from './refusals.js';

export interface ProductAuthoringDependencies {
  db: Database;
  checker: Pick<ProductChecker, 'check'>;
  catalog: Pick<ProductCatalog, 'product' | 'versionFor' | 'version'>;
  now: () => Date;
}

type TestReport = CaseReport & { accepted?: ReturnType<typeof acceptedCases> };
type Deployment = Pick<DeploymentRequest, 'environment' | 'effectiveDate'>;

/** What authors do with the products of their organization; another organization's are 404. */
export class ProductAuthoring {
  constructor(private readonly uses: ProductAuthoringDependencies) {}

  async lint(caller: Caller, sent: SentProduct) {
    const { definition, findings, errors, warnings, otherSheets } = await this.#checked(caller, sent, false);
    return { sound: definition !== null, errors, warnings, issues: findings, otherSheets };
  }

  async test(caller: Caller, { accept, ...sent }: ProductTest): Promise<TestReport> {
    return answering(async () => {
      const checked = await this.#checked(caller, sent, true);
      if (checked.cases === null) throw new ProductRefused(checked);
      const { cases: report } = checked;
      if (report.cases > 0)
        return accept === undefined
          ? report
          : { ...report, accepted: acceptedCases(sent.files, report.failures, accept) };
      const name = sent.product.replace(/\.\w+$/, '.cases.yaml');
      throw new BadRequest([{ field: 'files', detail: `there are no cases: send ${name}, too` }]);
    });
  }

  async import(
    caller: Caller,
    { author, message, basedOnVersionId, ...sent }: ProductImport,
  ): Promise<ImportAnswer> {
    return answering(
      async () =>
        importChecked(this.uses.db, requireImportable(await this.#checked(caller, sent, true)), {
          ownerOrganizationId: caller.organizationId,
          by: actorOf(caller),
          origin: caller.origin,
          author,
          message,
          basedOnVersionId,
        }),
      { UNKNOWN_VERSION: 'basedOnVersionId' },
    );
  }

  /** A page of the products that the organization owns or is licensed to use. */
  async list(
    { organizationId }: Caller,
    { lineId: productId, ...page }: { lineId?: string | undefined; page: number; size: number },
  ): Promise<PageOf<ListedProduct & { live: LiveVersion | null }>> {
    const { products, total } = await listProducts(this.uses.db, { organizationId, productId, page });
    const listed = products.map(async (product) => ({
      ...(product.ownerOrganizationId === organizationId ? product : asLicensed(product, organizationId)),
      live: await this.#live(product.productId),
    }));
    return pageOf(await Promise.all(listed), page, total);
  }

  async #live(productId: string): Promise<LiveVersion | null> {
    const at = this.uses.now();
    const product = await this.uses.catalog.product(productId);
    const today = { effectiveDate: dayIn(product?.timeZone ?? 'UTC', at), asConfiguredAt: at };
    const versionId = await this.uses.catalog.versionFor(productId, today);
    const found = versionId === null ? null : await this.uses.catalog.version(versionId);
    if (found === null) return null;
    const { version, definition } = found;
    const { lines } = definition.product;
    return {
      versionId: found.versionId,
      version,
      generatesQuotes: generatesQuotes(definition),
      lines: lines.map(listedLine),
    };
  }

  async definition(
    { organizationId }: Caller,
    versionId: string,
    { state, on }: { state?: string | undefined; on?: string | undefined } = {},
  ): Promise<StoredDefinition & { versionId: string; overlays?: readonly string[] }> {
    const stored = await answering(() => readDefinition(this.uses.db, versionId, organizationId));
    if (state === undefined) {
      if (on !== undefined) throw new BadRequest([{ field: 'on', detail: 'needs `state`' }]);
      return { versionId, ...stored };
    }
    const { timeZone = 'UTC' } = (await this.uses.catalog.version(versionId)) ?? {};
    const holding = holdingIn(stored.definition, state, on ?? dayIn(timeZone, this.uses.now()));
    if (typeof holding === 'string') throw new BadRequest([{ field: 'state', detail: holding }]);
    return { versionId, ...stored, definition: holding.definition, overlays: holding.overlays };
  }

  async deploy(
    caller: Caller,
    versionId: string,
    deployment: Deployment,
  ): Promise<DeployedVersion & Deployment & { versionId: string }> {
    const request = { ...deployment, ...changeBy(caller), versionId };
    const result = await answering(() =>
      deployVersion(this.uses.db, request, (definition) =>
        this.#firstError(caller.organizationId, definition),
      ),
    );
    return { versionId, ...deployment, ...result };
  }

  async withdraw(
    caller: Caller,
    versionId: string,
    withdrawal: Omit<Deployment, 'effectiveDate'> & { effectiveDate?: string | undefined },
  ) {
    const request = { ...withdrawal, ...changeBy(caller), versionId };
    const withdrawn = await answering(() => withdrawVersion(this.uses.db, request));
    return { versionId, environment: withdrawal.environment, withdrawn };
  }

  async archive(caller: Caller, versionId: string): Promise<{ versionId: string; archived: boolean }> {
    const result = await answering(() => archiveVersion(this.uses.db, versionId, changeBy(caller)));
    return { versionId, ...result };
  }

  /** Licenses a product to another organization. 403 for a restricted key: nobody grants more than they may do. */
  async license(
    caller: Caller,
    productId: string,
    license: {
      organizationId: string;
      authority?: Authority | undefined;
      commission?: CommissionTerms | null | undefined;
    },
  ): Promise<LicensedProduct> {
    requireUnrestricted(caller, 'grants no licenses');
    return answering(() => licenseProduct(this.uses.db, { ...changeBy(caller), productId, ...license }), {
      UNKNOWN_ORGANIZATION: 'organizationId',
      UNKNOWN_COVERAGE: 'commission',
      TOO_FINE_AMOUNT: 'commission',
    });
  }

  #checked(
    { organizationId }: Caller,
    { product, files, tables }: SentProduct,
    withCases: boolean,
  ): Promise<CheckedProduct> {
    const bytes = Object.entries(files).map(
      ([name, file]) =>
        [name, typeof file === 'string' ? Buffer.from(file) : Buffer.from(file.base64, 'base64')] as const,
    );
    const job = { file: product, tables, withCases, files: new Map(bytes) };
    return answering(() => this.uses.checker.check(organizationId, job));
  }

  /** In a thread, as lint takes long. */
  async #firstError(organizationId: string, definition: unknown): Promise<string | undefined> {
    const file = 'definition.json';
    const { findings } = await this.uses.checker.check(organizationId, {
      file,
      withCases: false,
      files: new Map([[file, Buffer.from(JSON.stringify(definition))]]),
    });
    const wrong = findings.find(({ severity }) => severity === 'ERROR');
    return wrong && `${wrong.path}: ${wrong.message}`;
  }
}

function listedLine({ id, title, active, lines }: Line): ListedLine {
  return { lineId: id, title, active, lines: lines.map(listedLine) };
}

function changeBy(caller: Caller) {
  return { by: actorOf(caller), origin: caller.origin, ownerOrganizationId: caller.organizationId };
}

/** A product as an organization sees it that is licensed to use it. */
function asLicensed(product: ListedProduct, organizationId: string): ListedProduct {
  return {
    ...product,
    licensedTo: product.licensedTo
      .filter((license) => license.organizationId === organizationId)
      .map((license) => ({ ...license, licensedBy: null })),
    versions: product.versions
      .filter(({ deployments }) => deployments.length > 0)
      .map((version) => ({
        ...version,
        importedBy: null,
        archivedBy: null,
        deployments: version.deployments.map((deployment) => ({ ...deployment, deployedBy: null })),
        lastWithdrawal: null,
      })),
  };
}

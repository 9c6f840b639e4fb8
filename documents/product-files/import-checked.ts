import type { Knex } from 'knex';
import type { Origin } from '../../db/audit/record-audit.js';
import { changesSoldProduct } from '../../db/products/changes-sold-product.js';
import { type ImportedVersion, importVersion } from '../../db/products/import-version.js';
import { latestDefinition } from '../../db/products/read-definition.js';
import { ratingActions } from '../../domain/cases/rate-action.js';
import type { Actor } from '../../domain/ground/actor.js';
import { contentHash } from '../../domain/ground/canonical-json.js';
import { pathText } from '../../domain/ground/lint-issue.js';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import { unaskedQuestions } from '../../domain/product/unasked-questions.js';
import { caseFileNames } from './case-files.js';
import type { CheckedProduct, Finding } from './check-product.js';
import { UnusableFile } from './unusable-file.js';

/** A product that cannot be imported: lint found errors, or cases fail. */
export class ProductRefused extends Error {
  override readonly name = 'ProductRefused';
  readonly refused: Omit<CheckedProduct, 'definition'>;

  constructor({
    definition: _none,
    ...refused
  }: Omit<CheckedProduct, 'definition'> & { definition?: unknown }) {
    super(`${refused.file} cannot be imported`);
    this.refused = refused;
  }
}

export interface ImportOptions {
  ownerOrganizationId: string;
  by: Actor;
  origin?: Origin | undefined;
  /** Who wrote the version, if not who imports it. */
  author?: string | undefined;
  basedOnVersionId?: string | undefined;
  message?: string | undefined;
}

/** A version after its import, for people and scripts. */
export interface ImportAnswer extends ImportedVersion {
  key: string;
  /** Of the definition's canonical JSON, in hexadecimal. */
  sha256: string;
  /** How many cases it passed. */
  cases: number;
  warnings: Finding[];
  otherSheets: string[];
}

/** A product without errors whose cases pass. */
export interface ImportableProduct extends CheckedProduct {
  definition: ProductDefinition;
}

/** @throws ProductRefused if it has errors or failing cases. */
export function requireImportable(checked: CheckedProduct): ImportableProduct {
  const { definition, cases } = checked;
  if (definition === null || (cases !== null && cases.passed < cases.cases))
    throw new ProductRefused(checked);
  return { ...checked, definition };
}

/**
 * Stores a checked product as a version.
 *
 * @throws UnusableFile if the content is new, the product has been sold, and a product that cases can rate has none.
 * ProductError as `importVersion` does.
 */
export async function importChecked(
  db: Knex,
  { file, definition, findings, otherSheets, cases }: ImportableProduct,
  { ownerOrganizationId, by, origin, author, basedOnVersionId, message }: ImportOptions,
): Promise<ImportAnswer> {
  const sha256 = contentHash(definition);
  const passed = cases?.passed ?? 0;
  // A product that only carriers rate can have no cases.
  const isUnproven = passed === 0 && ratingActions(definition).length > 0;
  const content = { productId: definition.product.id, sha256, ownerOrganizationId };
  if (isUnproven && (await changesSoldProduct(db, content))) {
    const [name = ''] = caseFileNames(file);
    throw new UnusableFile(
      name,
      'is missing: the product has policies, so that a new version needs its cases',
    );
  }
  const before = await latestDefinition(db, content);
  const version = await importVersion(db, {
    definition,
    sha256,
    ownerOrganizationId,
    createdBy: author === undefined ? { personId: by.personId, name: by.name } : { name: author },
    importedBy: by,
    origin,
    basedOnVersionId,
    message,
    casesPassed: passed > 0 ? passed : undefined,
  });
  return {
    ...version,
    key: definition.key,
    sha256,
    cases: passed,
    warnings: [...findings, ...unanswered(file, definition, before)],
    otherSheets,
  };
}

/** What rules that apply to policies of earlier versions read that the build before did not ask. */
function unanswered(
  file: string,
  definition: ProductDefinition,
  before: ProductDefinition | undefined,
): Finding[] {
  if (before === undefined || policySettingsOf(definition).changes.rules !== 'TODAY') return [];
  return unaskedQuestions(definition, before).map(({ rule, qid, path }) => ({
    severity: 'WARNING',
    file,
    line: 1,
    column: 1,
    path: pathText(path),
    message:
      `the rule "${rule}" applies to changes of earlier policies, too (policy.changes.rules), but reads "${qid}", which ` +
      `version ${before.version} does not ask: for its policies it is unanswered`,
  }));
}

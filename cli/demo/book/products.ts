import type { Database } from '../../../db/database.js';
import type { CatalogVersion, ProductCatalog, ProductHeader } from '../../../db/products/catalog.js';
import { createProductCatalog } from '../../../db/products/catalog.js';
import { demoProducts } from '../../../db/seeds/demo-products.js';
import type { ConfiguredAction, OwnRatingAction } from '../../../domain/actions/configured-action.js';
import type { AnswerMap } from '../../../domain/intake/answers.js';
import { type PolicySettings, policySettingsOf } from '../../../domain/policy/policy-settings.js';
import type { Line } from '../../../domain/questions/line.js';
import { CommandFailure } from '../../ground/command-failure.js';

type Question = NonNullable<Line['display']>['sections'][number]['subsections'][number]['questions'][number];
export type BookQuestion = Question | NonNullable<Question['loop']>['questions'][number];

/** A product of the demo data that the book sells, with the action whose quote is bound. */
export interface BookProduct {
  key: string;
  header: ProductHeader;
  version: CatalogVersion;
  action: OwnRatingAction;
  settings: PolicySettings;
  questions: ReadonlyMap<string, BookQuestion>;
  /** Answers that lead to a quote; risks are variations of them. */
  intake: AnswerMap;
}

/** All deployments were made by then. */
const everDeployed = new Date('9999-12-31T00:00:00Z');

/**
 * The catalog of a book: lives begin before its products were deployed, so the versions of now apply to all days. It
 * keeps what it reads, and knows no actions but ratings: documents are made on demand, and mail is sent to nobody.
 */
export function bookCatalog(db: Database): ProductCatalog {
  const catalog = createProductCatalog({ db, databaseUrl: '', environment: 'DEV' });
  return {
    ...catalog,
    product: remembered((productId) => catalog.product(productId)),
    licenseOf: remembered((productId, organizationId) => catalog.licenseOf(productId, organizationId)),
    versionFor: (productId, { effectiveDate }) =>
      catalog.versionFor(productId, { effectiveDate, asConfiguredAt: everDeployed }),
    version: remembered(async (versionId) => {
      const version = await catalog.version(versionId);
      return version && withRatingsOnly(version);
    }),
    // Nobody is told of what happened to the lives of a book.
    webhooksFor: async () => [],
  };
}

function withRatingsOnly(version: CatalogVersion): CatalogVersion {
  const configurations = version.definition.configurations.map((configuration) => ({
    ...configuration,
    events: { GET_QUOTES: (configuration.events.GET_QUOTES ?? []).filter(ratesByItself) },
  }));
  const { mail: _, ...definition } = version.definition;
  return {
    ...version,
    definition: { ...definition, configurations },
    compiled: { ...version.compiled, sends: new Map() },
  };
}

/** The commercial demo products, with the version of today: the book's clients are businesses. */
export async function bookProducts(catalog: ProductCatalog, today: string): Promise<BookProduct[]> {
  const products: BookProduct[] = [];
  for (const { key, definition, intakes } of await demoProducts()) {
    const { id, clientType } = definition.product;
    if (clientType === 'PERSONAL') continue;
    const at = { effectiveDate: today, asConfiguredAt: everDeployed };
    const versionId = await catalog.versionFor(id, at);
    const version = versionId === null ? null : await catalog.version(versionId);
    const header = await catalog.product(id);
    const action = version?.definition.configurations
      .flatMap(({ events }) => events.GET_QUOTES ?? [])
      .find((one): one is OwnRatingAction => ratesByItself(one) && one.when === undefined);
    if (!version || !header || !action) continue;
    const settings = policySettingsOf(version.definition);
    const questions = questionsOf(version.definition.product);
    products.push({ key, header, version, action, settings, questions, intake: intakes.quoted });
  }
  if (products.length === 0) throw new CommandFailure('No demo product is deployed in this database.');
  return products;
}

function ratesByItself(action: ConfiguredAction): action is OwnRatingAction {
  return action.type === 'IOI_RATING' || action.type === 'BUNDLE_RATING';
}

function questionsOf(root: Line): Map<string, BookQuestion> {
  const questions = new Map<string, BookQuestion>();
  const visit = (line: Line): void => {
    for (const { subsections } of line.display?.sections ?? []) {
      for (const question of subsections.flatMap((subsection) => subsection.questions)) {
        questions.set(question.qid, question);
        for (const child of question.loop?.questions ?? []) questions.set(child.qid, child);
      }
    }
    line.lines.forEach(visit);
  };
  visit(root);
  return questions;
}

function remembered<Args extends string[], Result>(
  read: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  const known = new Map<string, Promise<Result>>();
  return (...args) => {
    const key = args.join(' ');
    const found = known.get(key) ?? read(...args);
    known.set(key, found);
    return found;
  };
}

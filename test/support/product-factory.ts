import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/database.js';
import { importVersion } from '../../db/products/import-version.js';
import { contentHash } from '../../domain/ground/canonical-json.js';
import { type ProductDefinition, productDefinition } from '../../domain/product/definition.js';

/** A product file's content as an author would write it: small, sound, with its own ids. */
export function productContent() {
  return {
    key: `product-${randomUUID().slice(0, 8)}`,
    version: '1.0.0',
    product: {
      id: randomUUID() as string,
      title: 'Small Shop',
      clientType: 'COMMERCIAL',
      display: {
        sections: [
          {
            title: 'Business',
            subsections: [
              {
                title: 'Basics',
                questions: [
                  { qid: 'client.name', question: 'Name?', answerType: 'TEXT', required: true },
                  { qid: 'shop.sales', question: 'Sales?', answerType: 'NUMBER', min: 0, max: 1000 },
                ] as Record<string, unknown>[],
              },
            ],
          },
        ],
      },
      lines: [] as Record<string, unknown>[],
    },
    configurations: [
      {
        id: randomUUID() as string,
        title: 'Quoting',
        events: {
          GET_QUOTES: [{ id: randomUUID() as string, name: 'Rate', type: 'IOI_RATING', plan: 'standard' }],
        } as Record<string, Record<string, unknown>[]>,
      },
    ],
    tables: {} as Record<string, unknown>,
    ratingPlans: {
      standard: {
        title: 'Standard',
        coverages: [
          {
            code: 'BASE',
            title: 'Base',
            type: 'Liability',
            steps: [{ name: 'flat rate', op: 'set', by: 500 }] as Record<string, unknown>[],
          },
        ],
      },
    } as Record<string, unknown>,
  };
}

export type ProductContent = ReturnType<typeof productContent>;

/** The content of a product file after some changes, as its schema reads it. */
export function aProduct(change: (content: ProductContent) => void = () => {}): ProductDefinition {
  const content = productContent();
  change(content);
  return productDefinition.parse(content);
}

/** Imports a definition for an organization. */
export function anImport(
  db: Database,
  ownerOrganizationId: string,
  definition: ProductDefinition,
  more: { basedOnVersionId?: string; message?: string } = {},
) {
  return importVersion(db, {
    definition,
    sha256: contentHash(definition),
    ownerOrganizationId,
    createdBy: { name: 'Ada Author' },
    ...more,
  });
}

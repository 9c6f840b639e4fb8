import { z } from 'zod';
import { oneLine, uuid } from '../../domain/ground/primitives.js';
import { endpoint, type TextBody } from '../http/endpoint.js';
import { exampleCases, exampleProduct } from './example-product.js';
import { caseReport, finding, importedVersion } from './fields.js';

const tags = ['Product authoring'] as const;
const permission = 'products:write';
/** A million rows of a rating table, as CSV or as a workbook. */
const bodyLimit = 50 * 1024 * 1024;

const sentFile = z
  .union(
    [z.string(), z.strictObject({ base64: z.base64() }).meta({ id: 'BinaryFile' })],
    'must be a text, or { "base64": … } for a workbook or a Parquet file',
  )
  .meta({ id: 'ProductFile' });

/** The files of a product, as they lie beside each other in a folder. */
const files = {
  product: z.string().min(1).max(255).meta({
    description: 'The name of the product file in `files`; it ends in `.yaml`, `.yml` or `.json`.',
  }),
  files: z.record(z.string().min(1).max(255), sentFile).meta({
    id: 'ProductFiles',
    description:
      'By name: the product file, the CSV and Parquet files and workbooks that its tables name, and its cases (`NAME.cases.yaml`, ' +
      '`.csv` or `.xlsx`). A text is itself, anything else is `{ "base64": … }`. No other file is read.',
  }),
  tables: z.string().max(255).optional().meta({
    description: 'The name of a workbook in `files` whose sheets replace the tables of the same names.',
  }),
};

const sentProduct = z.strictObject(files).meta({ id: 'SentProduct' });
export type SentProduct = z.output<typeof sentProduct>;

const productTest = z
  .strictObject({
    ...files,
    accept: z.array(z.string()).max(1000).optional().meta({
      description:
        'The names of failing cases whose new results are right: `accepted` has their files, changed.',
    }),
  })
  .meta({ id: 'ProductTest' });
export type ProductTest = z.output<typeof productTest>;

const importRequest = z
  .strictObject({
    ...files,
    author: oneLine(200).optional().meta({ description: 'Who wrote it; by default the caller.' }),
    message: oneLine(2000).optional().meta({ description: 'The purpose of the version.' }),
    basedOnVersionId: uuid.optional().meta({ description: 'The version that it is based on.' }),
  })
  .meta({ id: 'ProductImport' });
export type ProductImport = z.output<typeof importRequest>;

const yamlFile = 'product.yaml';
const bodyText: TextBody = {
  mediaTypes: ['application/yaml', 'application/x-yaml', 'text/yaml', 'text/x-yaml'],
  description: 'a product file of its own, without files beside it',
  asBody: (text) => ({ product: yamlFile, files: { [yamlFile]: text } }),
};

const bodyExample = {
  product: 'bicycle-shop.yaml',
  files: { 'bicycle-shop.yaml': exampleProduct, 'bicycle-shop.cases.yaml': exampleCases },
};

const unsound = {
  description:
    'The product has errors: each entry of `errors` has the key, `file`, `line` and `column`, and `severity`.',
};

export const postLint = endpoint({
  method: 'post',
  path: '/product/lint',
  operationId: 'lintProduct',
  readsOnly: true,
  summary: 'Check a product file',
  description: 'Nothing is stored. An unsound product is 200 with `sound: false`. An extension.',
  tags,
  permission,
  share: 'jobs',
  body: sentProduct,
  bodyText,
  bodyExample,
  bodyLimit,
  responses: {
    200: {
      description: 'What lint found, up to 1,000 findings.',
      schema: z
        .object({
          sound: z.boolean(),
          errors: z.number().int(),
          warnings: z.number().int(),
          issues: z.array(finding),
          otherSheets: z.array(z.string()).meta({
            description: 'Sheets of the workbook in `tables` that are no tables of the product.',
          }),
        })
        .meta({ id: 'ProductLint' }),
    },
    400: { description: 'The request is invalid, or a file cannot be read.' },
  },
});

export const postTest = endpoint({
  method: 'post',
  path: '/product/test',
  operationId: 'testProduct',
  readsOnly: true,
  summary: 'Rate the cases of a product file',
  description: 'Nothing is stored. Failing cases are 200 with their differences. An extension.',
  tags,
  permission,
  share: 'jobs',
  body: productTest,
  bodyText,
  bodyExample,
  bodyLimit,
  responses: { 200: { description: 'How the cases came out.', schema: caseReport }, 400: unsound },
});

export const postImport = endpoint({
  method: 'post',
  path: '/product/import',
  operationId: 'importProduct',
  summary: 'Import a product file as a new version',
  description:
    'The organization of the caller owns the product. Nothing is deployed. The definition of the latest build again ' +
    'returns that build. An extension.',
  tags,
  permission,
  share: 'jobs',
  body: importRequest,
  bodyText,
  bodyExample,
  bodyLimit,
  responses: {
    200: { description: 'The version.', schema: importedVersion },
    400: unsound,
    404: { description: 'No such `basedOnVersionId`, or not visible to the caller.' },
    409: {
      description:
        'Cases fail (`cases`, `passed` and `failures` as `POST /product/test` returns them), or the id or the key ' +
        'of the product is taken.',
    },
  },
});

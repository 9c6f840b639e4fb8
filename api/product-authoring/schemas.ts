import { z } from 'zod';
import { calendarDate, uuid } from '../../domain/ground/primitives.js';
import { endpoint, type TextBody } from '../http/endpoint.js';
import { pageFields, pageQuery } from '../http/page.js';
import { queryInteger } from '../http/query.js';
import { caseReport, environment, finding, importedVersion, listedProduct } from './fields.js';

const tags = ['Product authoring'];
const permission = 'products:write';
const bodyLimit = 10 * 1024 * 1024;
const versionParams = z.object({ versionId: uuid });

const sentFile = z.union(
  [z.string(), z.strictObject({ base64: z.base64() })],
  'must be a text, or { "base64": … } for a workbook',
);

/** The files of a product, as they lie beside each other in a folder. */
const files = {
  product: z.string().min(1).max(255).meta({
    description: 'The name of the product file in `files`; it ends in `.yaml`, `.yml` or `.json`.',
  }),
  files: z.record(z.string().min(1).max(255), sentFile).meta({
    description:
      'By name: the product file, the CSV files and workbooks that its tables name, and its cases (`NAME.cases.yaml`, ' +
      '`.csv` or `.xlsx`). A text is itself, anything else is `{ "base64": … }`. No other file is read.',
  }),
  tables: z.string().max(255).optional().meta({
    description: 'The name of a workbook in `files` whose sheets replace the tables of the same names.',
  }),
};

const sentProduct = z.strictObject(files).meta({ id: 'SentProduct' });
export type SentProduct = z.output<typeof sentProduct>;

const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^\P{Cc}*$/u, 'must be one line');

const importRequest = z
  .strictObject({
    ...files,
    author: line(200).optional().meta({ description: 'Who wrote it; by default the caller.' }),
    message: line(2000).optional().meta({ description: 'The purpose of the version.' }),
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
  product: 'corner-shop.yaml',
  files: { 'corner-shop.yaml': 'key: corner-shop\n…', 'corner-shop.cases.yaml': '- name: a small shop\n…' },
};

const unsound = {
  description:
    'The product has errors: each entry of `errors` has the key, `file`, `line` and `column`, and `severity`.',
};

export const postLint = endpoint({
  method: 'post',
  path: '/product/lint',
  summary: 'Check a product file',
  description: 'Nothing is stored. An unsound product is 200 with `sound: false`. An extension.',
  tags,
  permission,
  body: sentProduct,
  bodyText,
  bodyExample,
  bodyLimit,
  responses: {
    200: {
      description: 'What lint found, up to 1,000 findings.',
      schema: z.object({
        sound: z.boolean(),
        errors: z.number().int(),
        warnings: z.number().int(),
        issues: z.array(finding),
        otherSheets: z.array(z.string()).meta({
          description: 'Sheets of the workbook in `tables` that are no tables of the product.',
        }),
      }),
    },
    400: { description: 'The request is invalid, or a file cannot be read.' },
  },
});

export const postTest = endpoint({
  method: 'post',
  path: '/product/test',
  summary: 'Rate the cases of a product file',
  description: 'Nothing is stored. Failing cases are 200 with their differences. An extension.',
  tags,
  permission,
  body: sentProduct,
  bodyText,
  bodyExample,
  bodyLimit,
  responses: { 200: { description: 'How the cases came out.', schema: caseReport }, 400: unsound },
});

export const postImport = endpoint({
  method: 'post',
  path: '/product/import',
  summary: 'Import a product file as a new version',
  description:
    'The organization of the caller owns the product. Nothing is deployed. The definition of the latest build again ' +
    'returns that build. An extension.',
  tags,
  permission,
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

export const listProductsEndpoint = endpoint({
  method: 'get',
  path: '/product',
  summary: 'List products with their versions and deployments',
  description:
    "Those that the caller's organization owns, and those that it is licensed to use: of these only deployed versions, " +
    'and nobody who changed them. An extension.',
  tags,
  query: z.object({ ...pageQuery, size: queryInteger({ least: 1, most: 100, otherwise: 20 }) }),
  permission: 'products:read',
  responses: { 200: { description: 'A page of products.', schema: z.object(pageFields(listedProduct)) } },
});

export const getDefinition = endpoint({
  method: 'get',
  path: '/product/version/:versionId',
  summary: 'Read the definition of a version',
  description: 'With the rows of all tables. Only for the owner of the product. An extension.',
  tags,
  params: versionParams,
  permission,
  responses: {
    200: {
      description: 'The definition as a product file in JSON.',
      schema: z.object({
        versionId: uuid,
        sha256: z.string().meta({ description: 'Of its canonical JSON at the import.' }),
        definition: z.looseObject({}),
      }),
    },
  },
});

export const postDeploy = endpoint({
  method: 'post',
  path: '/product/version/:versionId/deploy',
  summary: 'Put a version on the timeline of an environment',
  description: 'It applies until the next one begins. Repeating it changes nothing. An extension.',
  tags,
  params: versionParams,
  permission,
  body: z.strictObject({ environment, effectiveDate: calendarDate }).meta({ id: 'ProductDeployment' }),
  bodyExample: { environment: 'DEV', effectiveDate: '2027-01-01' },
  responses: {
    200: {
      description: 'The deployment.',
      schema: z.object({
        versionId: uuid,
        environment,
        effectiveDate: calendarDate,
        deployed: z.boolean().meta({ description: 'False: it was there already.' }),
        casesPassed: z.number().int().optional(),
        lintError: z.string().optional().meta({
          description: "What today's lint finds in a version that was deployed there before.",
        }),
      }),
    },
    409: { description: "The version is archived, or fails today's lint and is new to the environment." },
  },
});

export const postWithdraw = endpoint({
  method: 'post',
  path: '/product/version/:versionId/withdraw',
  summary: 'Remove a version from the timeline of an environment',
  description: 'All its deployments there, or the one from `effectiveDate`. An extension.',
  tags,
  params: versionParams,
  permission,
  body: z
    .strictObject({ environment, effectiveDate: calendarDate.optional() })
    .meta({ id: 'ProductWithdrawal' }),
  bodyExample: { environment: 'DEV' },
  responses: {
    200: {
      description: 'How many deployments were withdrawn.',
      schema: z.object({ versionId: uuid, environment, withdrawn: z.number().int() }),
    },
    409: { description: 'The version is not deployed there.' },
  },
});

export const postArchive = endpoint({
  method: 'post',
  path: '/product/version/:versionId/archive',
  summary: 'Remove a version from every timeline permanently',
  description: 'Archiving it twice changes nothing. An extension.',
  tags,
  params: versionParams,
  permission,
  responses: {
    200: {
      description: 'The version is archived.',
      schema: z.object({
        versionId: uuid,
        archived: z.boolean().meta({ description: 'False: it was already.' }),
      }),
    },
  },
});

export const postLicense = endpoint({
  method: 'post',
  path: '/product/:productId/license',
  summary: 'Let another organization use a product',
  description:
    "It can read the product's questions and fire events on it. Licensing it again changes nothing. The organization is " +
    'given by its id: names cannot be looked up. An extension.',
  tags,
  params: z.object({ productId: uuid }),
  permission,
  body: z.strictObject({ organizationId: uuid }).meta({ id: 'ProductLicense' }),
  bodyExample: { organizationId: 'b7e2d514-8c3f-4d67-a1b9-3e5f90c2d846' },
  responses: {
    200: {
      description: 'The license.',
      schema: z.object({
        productId: uuid,
        organizationId: uuid,
        organizationName: z.string(),
        licensed: z.boolean().meta({ description: 'False: it was already.' }),
      }),
    },
    409: { description: 'The organization owns the product.' },
  },
});

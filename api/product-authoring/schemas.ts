import { z } from 'zod';
import { authority } from '../../domain/authority/authority.js';
import { commissionTerms } from '../../domain/commissions/commission-terms.js';
import { calendarDate, jsonObject, uuid } from '../../domain/ground/primitives.js';
import { endpoint } from '../http/endpoint.js';
import { pageFields, pageQuery } from '../http/page.js';
import { environment, grantedAuthority, listedProduct } from './fields.js';

const tags = ['Product authoring'] as const;
const permission = 'products:write';
const versionParams = z.object({ versionId: uuid });

export const listProductsEndpoint = endpoint({
  method: 'get',
  path: '/product',
  tagged: true,
  operationId: 'listProducts',
  summary: 'List products',
  description:
    "Those that the caller's organization owns, and those that it is licensed to use: of these only deployed versions, " +
    'and nobody who changed them. `productId` is the `lineId` by which events are fired and questions are read. An extension.',
  tags: ['Products'],
  query: z.object({
    lineId: uuid.optional().meta({ description: 'One product.' }),
    ...pageQuery,
  }),
  permission: 'products:read',
  responses: {
    200: {
      description: 'A page of products.',
      schema: z.object(pageFields(listedProduct)).meta({ id: 'ProductPage' }),
    },
  },
});

export const getDefinition = endpoint({
  method: 'get',
  path: '/product/version/:versionId',
  tagged: true,
  operationId: 'getProductVersion',
  summary: 'Read the definition of a version',
  description:
    'With the rows of all tables. Only for the owner of the product. With `state`, what holds there of a product with overlays. An extension.',
  tags,
  params: versionParams,
  query: z.object({
    state: z.string().min(1).max(100).optional().meta({
      description: 'A state where the product is sold: the definition with the overlays that hold there.',
    }),
    on: calendarDate
      .optional()
      .meta({ description: 'With `state`: the first day of the term, by default today.' }),
  }),
  permission,
  responses: {
    200: {
      description: 'The definition as a product file in JSON.',
      schema: z
        .object({
          versionId: uuid,
          sha256: z.string().meta({ description: 'Of its canonical JSON at the import.' }),
          definition: jsonObject,
          overlays: z
            .array(z.string())
            .optional()
            .meta({ description: 'With `state`: the names of the overlays that hold.' }),
        })
        .meta({ id: 'ProductVersionDefinition' }),
    },
  },
});

export const postDeploy = endpoint({
  method: 'post',
  path: '/product/version/:versionId/deploy',
  operationId: 'deployProductVersion',
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
      schema: z
        .object({
          versionId: uuid,
          environment,
          effectiveDate: calendarDate,
          deployed: z.boolean().meta({ description: 'False: it was there already.' }),
          casesPassed: z.number().int().optional(),
          lintError: z.string().optional().meta({
            description: "What today's lint finds in a version that was deployed there before.",
          }),
        })
        .meta({ id: 'DeployedVersion' }),
    },
    409: { description: "The version is archived, or fails today's lint and is new to the environment." },
  },
});

export const postWithdraw = endpoint({
  method: 'post',
  path: '/product/version/:versionId/withdraw',
  operationId: 'withdrawProductVersion',
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
      schema: z
        .object({ versionId: uuid, environment, withdrawn: z.number().int() })
        .meta({ id: 'WithdrawnVersion' }),
    },
    409: { description: 'The version is not deployed there.' },
  },
});

export const postArchive = endpoint({
  method: 'post',
  path: '/product/version/:versionId/archive',
  operationId: 'archiveProductVersion',
  summary: 'Remove a version from every timeline permanently',
  description: 'Archiving it twice changes nothing. An extension.',
  tags,
  params: versionParams,
  permission,
  responses: {
    200: {
      description: 'The version is archived.',
      schema: z
        .object({
          versionId: uuid,
          archived: z.boolean().meta({ description: 'False: it was already.' }),
        })
        .meta({ id: 'ArchivedVersion' }),
    },
  },
});

export const postLicense = endpoint({
  method: 'post',
  path: '/product/:productId/license',
  operationId: 'licenseProduct',
  summary: 'Let another organization use a product',
  description:
    "It can read the product's questions and do what `authority` grants; without it, what the product usually grants, " +
    'or nothing. Licensing it again changes only the `authority` and the `commission`, if there are any. The organization is given by its id: ' +
    'names cannot be looked up. An extension.',
  tags,
  params: z.object({ productId: uuid }),
  permission: 'administration:write',
  body: z
    .strictObject({
      organizationId: uuid,
      authority: authority.optional(),
      commission: commissionTerms
        .nullable()
        .optional()
        .meta({ description: 'What the organization earns; null: nothing. Absent: what was said before.' }),
    })
    .meta({ id: 'ProductLicense' }),
  bodyExample: {
    organizationId: 'b7e2d514-8c3f-4d67-a1b9-3e5f90c2d846',
    authority: { quote: true, bindPaid: true, cancel: { FLAT: 'REQUEST' }, limits: { premium: '50000' } },
    commission: {
      rates: [
        {
          from: '2027-01-01',
          newBusiness: '0.15',
          renewal: '0.12',
          coverages: { TERRORISM: { newBusiness: '0.05', renewal: '0.05' } },
        },
      ],
    },
  },
  responses: {
    200: {
      description: 'The license.',
      schema: z
        .object({
          productId: uuid,
          organizationId: uuid,
          organizationName: z.string(),
          licensed: z.boolean().meta({ description: 'False: it was already.' }),
          authority: grantedAuthority,
          commission: commissionTerms.nullable(),
          changed: z
            .boolean()
            .meta({ description: 'The license is new, or grants something else than before.' }),
        })
        .meta({ id: 'GrantedLicense' }),
    },
    409: { description: 'The organization owns the product.' },
  },
});

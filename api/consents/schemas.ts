import { z } from 'zod';
import { instant, uuid } from '../../domain/ground/primitives.js';
import { endpoint } from '../http/endpoint.js';
import { pageFields, pageQuery } from '../http/page.js';
import { actor } from '../product-authoring/fields.js';

const tags = ['Product authoring'] as const;
const params = z.object({ productId: uuid });
const productName = z
  .string()
  .nullable()
  .meta({ description: 'Null: its owner has not imported the product yet.' });

/** The product of a consent, and whose it is. */
const consent = {
  productId: uuid,
  productName,
  ownerOrganizationId: uuid,
  ownerOrganizationName: z.string(),
  organizationId: uuid.meta({ description: 'Who consents.' }),
};

export const postConsent = endpoint({
  method: 'post',
  path: '/product/:productId/consent',
  operationId: 'consentToProduct',
  summary: "Consent that another organization's product quotes in the caller's name",
  description:
    "Its actions may then name the caller's organization as `quotingOrganizationId`, sign requests to carriers with its " +
    'secret, and call its outbound endpoints. Only a product of `ownerOrganizationId` has the consent. Consenting again ' +
    'changes nothing. An extension.',
  tags,
  params,
  permission: 'administration:write',
  body: z
    .strictObject({
      ownerOrganizationId: uuid.meta({ description: 'The organization that owns the product.' }),
    })
    .meta({ id: 'ProductConsent' }),
  bodyExample: { ownerOrganizationId: 'b7e2d514-8c3f-4d67-a1b9-3e5f90c2d846' },
  responses: {
    200: {
      description: 'The consent.',
      schema: z
        .object({
          ...consent,
          given: z.boolean().meta({ description: 'False: it was already.' }),
        })
        .meta({ id: 'GivenConsent' }),
    },
    409: { description: 'The caller owns the product.' },
  },
});

export const deleteConsent = endpoint({
  method: 'delete',
  path: '/product/:productId/consent',
  operationId: 'revokeConsentToProduct',
  summary: 'Revoke a consent',
  description:
    'From now on, actions of the product that name the organization fail with the reason, and versions with such actions ' +
    'cannot be imported or deployed. Quotes that were made stay as they are. An extension.',
  tags,
  params,
  permission: 'administration:write',
  responses: { 204: { description: 'Revoked.' } },
});

export const listedConsent = z
  .object({
    ...consent,
    organizationName: z.string(),
    givenBy: actor.nullable().meta({ description: 'Null for the other organization.' }),
    givenAt: instant,
  })
  .meta({ id: 'ListedConsent' });

export const listConsents = endpoint({
  method: 'get',
  path: '/product/consent',
  operationId: 'listConsents',
  summary: 'List consents',
  description:
    "Those that the caller's organization gave, and those that it has for its own products. An extension.",
  tags,
  query: z.object(pageQuery),
  permission: 'administration:read',
  responses: {
    200: {
      description: 'A page of consents, the latest first.',
      schema: z.object(pageFields(listedConsent)).meta({ id: 'ConsentPage' }),
    },
  },
});

import type { GivenConsent } from '../../db/products/consents.js';
import type { DeployedVersion } from '../../db/products/deployments.js';
import type { LicensedProduct } from '../../db/products/licenses.js';
import type { ListedProduct } from '../../db/products/list-products.js';
import type { StoredDefinition } from '../../db/products/read-definition.js';
import type { ImportAnswer } from '../../documents/product-files/import-checked.js';
import { uuid } from '../../domain/ground/primitives.js';
import { CommandFailure } from '../ground/command-failure.js';
import type { ServiceAccess } from '../settings/service-access.js';
import type { Products } from './products.js';
import { refusalOf } from './refusal-of.js';
import { pathOfSent, sentFiles } from './sent-files.js';
import { asFailure, ServiceClient, ServiceProblem } from './service-client.js';

const pageSize = 100;

/** The products of a service, for the authors of one organization. */
export function serviceProducts(access: ServiceAccess): Products {
  const service = new ServiceClient(access);
  const get = <Answer>(path: string) => plainly(service.request<Answer>('GET', path));
  const post = <Answer>(path: string, body?: unknown) => plainly(service.request<Answer>('POST', path, body));
  return {
    async import({ file, tables, organization, ...more }) {
      refuseOrganization(organization);
      const body = { ...(await sentFiles(file, tables)), ...more };
      const pathOf = (name: string) => pathOfSent(name, { file, tables });
      try {
        const answer = await service.request<ImportAnswer>('POST', '/product/import', body);
        return { ...answer, warnings: answer.warnings.map((one) => ({ ...one, file: pathOf(one.file) })) };
      } catch (error) {
        throw (error instanceof ServiceProblem && refusalOf(error, file, pathOf)) || asFailure(error);
      }
    },
    deploy: ({ versionId, ...deployment }) =>
      post<DeployedVersion>(`/product/version/${versionId}/deploy`, deployment),
    withdraw: ({ versionId, ...withdrawal }) =>
      post<{ withdrawn: number }>(`/product/version/${versionId}/withdraw`, withdrawal),
    archive: (versionId) => post<{ archived: boolean }>(`/product/version/${versionId}/archive`),
    async license({ productId, to, ...license }) {
      if (!uuid.safeParse(to).success) {
        throw new CommandFailure("A service takes the organization's id, not its name.");
      }
      return post<LicensedProduct>(`/product/${productId}/license`, { organizationId: to, ...license });
    },
    async consent({ productId, owner, organization }) {
      refuseOrganization(organization);
      if (!uuid.safeParse(owner).success) {
        throw new CommandFailure("A service takes the owner's id, not its name.");
      }
      return post<GivenConsent>(`/product/${productId}/consent`, { ownerOrganizationId: owner });
    },
    async revokeConsent({ productId, organization }) {
      refuseOrganization(organization);
      await plainly(service.request('DELETE', `/product/${productId}/consent`));
    },
    async list(organization) {
      refuseOrganization(organization);
      const products: ListedProduct[] = [];
      for (let page = 0; ; page += 1) {
        const answer = await get<{ content: ListedProduct[]; last: boolean }>(
          `/product?page=${page}&size=${pageSize}`,
        );
        products.push(...answer.content);
        if (answer.last) return products;
      }
    },
    definition: async (versionId) =>
      (await get<StoredDefinition>(`/product/version/${versionId}`)).definition,
  };
}

function refuseOrganization(organization: string | undefined): void {
  if (organization === undefined) return;
  throw new CommandFailure('Leave out --organization: a service takes the organization of its caller.');
}

async function plainly<Answer>(request: Promise<Answer>): Promise<Answer> {
  try {
    return await request;
  } catch (error) {
    throw asFailure(error);
  }
}

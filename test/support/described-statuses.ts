import { responsesOf } from '../../api/openapi/responses.js';
import { interfacePath } from '../../domain/ground/interface-path.js';
import { allEndpoints } from './endpoints.js';

/** The statuses that the contract describes, by operations such as `GET /ioi/v3/quote`. */
export async function describedStatuses(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const endpoints = await allEndpoints();
  return new Map(
    endpoints.map((endpoint) => {
      const path = endpoint.tags[0] === 'Health' ? endpoint.path : `${interfacePath}${endpoint.path}`;
      return [
        `${endpoint.method.toUpperCase()} ${path}`,
        new Set(Object.keys(responsesOf(endpoint))),
      ] as const;
    }),
  );
}

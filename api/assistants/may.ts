import type { Caller } from '../http/caller.js';
import { permissionsFor } from '../http/endpoint.js';
import type { Operations } from './operations.js';

/** Whether an operation is served, and the caller has a permission for it. What else it may not do, the operation itself refuses. */
export function may(
  { caller, operations }: { caller: Caller; operations: Pick<Operations, 'endpoint'> },
  operationId: string,
): boolean {
  const endpoint = operations.endpoint(operationId);
  if (endpoint === undefined) return false;
  const needed = permissionsFor(endpoint);
  return needed.length === 0 || needed.some((permission) => caller.permissions.has(permission));
}

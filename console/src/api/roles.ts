import { type EventType, ioi, type Permission, type Role } from './client.js';
import { useRead } from './queries.js';

/** The roles and permissions of the service, which change with its releases only. */
export const useRoles = ({ enabled = true }: { enabled?: boolean } = {}) =>
  useRead(['roles'], (signal) => ioi.administration.listRoles({ signal }), {
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });

/** What something needs: a permission, or the right to fire an event of a type. */
export type Needed = Permission | EventType;

/** The roles that may do what needs one of these; undefined until they are read. */
export function useRolesWith(
  needs: readonly Needed[],
  { enabled }: { enabled: boolean },
): Role[] | undefined {
  const { data } = useRoles({ enabled });
  return data?.roles
    .filter(({ permissions, events }) =>
      needs.some((one) => [...permissions, ...events].some((has) => has === one)),
    )
    .map(({ role }) => role);
}

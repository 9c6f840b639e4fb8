import type { JsonObject } from '../ground/json.js';

/** The fields of a client for forms. */
export interface ClientToShow {
  id: string;
  name: string | null;
  type: string;
  status: string;
  locationCode: string | null;
}

/** `client` of a form's data. */
export function clientRecord({ id, name, type, status, locationCode }: ClientToShow): JsonObject {
  return { id, name, type, status, locationCode };
}

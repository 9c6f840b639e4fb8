import type { ClientStatus, ClientType } from '../../api/client.js';

export const clientTypes = ['COMMERCIAL', 'PERSONAL'] as const satisfies readonly ClientType[];
export const clientStatuses = ['LEAD', 'CLIENT'] as const satisfies readonly ClientStatus[];

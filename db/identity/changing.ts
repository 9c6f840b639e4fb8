import type { Knex } from 'knex';
import type { Who } from '../audit/record-audit.js';
import type { ApiKey } from '../models/api-key.js';
import type { Person } from '../models/person.js';

/** Who changes a user or an API key. */
export interface Changing extends Who {
  /**
   * Throws if they may not. It is called in the transaction of the change, with the locked user or key, if there is one.
   * Absent for operators, who may do everything.
   */
  check?: ((trx: Knex, current?: Person | ApiKey) => Promise<void>) | undefined;
}

import { tablesOfClients } from './tables-of-clients.js';
import { tablesOfCommissions } from './tables-of-commissions.js';
import { tablesOfMoney } from './tables-of-money.js';
import { tablesOfPolicies } from './tables-of-policies.js';
import { tablesOfProducts } from './tables-of-products.js';
import { tablesOfQuotes } from './tables-of-quotes.js';
import type { WarehouseTable } from './warehouse-table.js';

/** Every table of the warehouse. What is of a test clock is in none. */
export const warehouseTables: readonly WarehouseTable[] = [
  ...tablesOfProducts,
  ...tablesOfClients,
  ...tablesOfQuotes,
  ...tablesOfPolicies,
  ...tablesOfMoney,
  ...tablesOfCommissions,
];

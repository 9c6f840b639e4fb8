import { Option } from 'commander';
import { databaseProducts } from '../products/database-products.js';
import type { Products } from '../products/products.js';
import { serviceProducts } from '../products/service-products.js';
import { loadServiceAccess } from '../settings/service-access.js';
import type { CommandContext } from './command-context.js';
import { plainly } from './product-options.js';

/** The option of commands that work on a service or a database. */
export function urlOption(): Option {
  return new Option('--url <url>', 'a running service, instead of a database; also IOI_URL');
}

/** Runs work on the products of the service at `url` or `IOI_URL`, else of the installation's database. */
export async function withProducts<Result>(
  { withDatabase }: CommandContext,
  { url }: { url?: string },
  work: (products: Products) => Promise<Result>,
): Promise<Result> {
  const access = loadServiceAccess(url);
  return plainly(() => work(access === undefined ? databaseProducts(withDatabase) : serviceProducts(access)));
}

import { readDefinitionFile } from '../../documents/product-files/read-definition.js';
import { uuid } from '../../domain/ground/primitives.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import { CommandFailure } from '../ground/command-failure.js';
import type { CommandContext } from './command-context.js';
import { refusedFile } from './product-file.js';

const isKey = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/**
 * The definition of a product file, of a version by its id, or of the latest build of a product by its key. It keeps to the
 * schema, even if lint finds errors in it: it may be an old one.
 *
 * @param purpose what it is for, as in "cannot be compared".
 */
export async function namedDefinition(
  name: string,
  context: CommandContext,
  options: { url?: string | undefined; purpose: string },
): Promise<ProductDefinition> {
  const { purpose, ...where } = options;
  const isId = uuid.safeParse(name).success;
  if (!isId && !isKey.test(name)) {
    const { definition, issues } = await readDefinitionFile(name, undefined, { lint: () => [] });
    if (definition === null) throw refusedFile(name, issues, purpose);
    return definition;
  }
  const { withProducts } = await import('./with-products.js');
  const { url } = where;
  return withProducts(context, url === undefined ? {} : { url }, async (products) => {
    if (isId) return products.definition(name.toLowerCase());
    const found = (await products.list(undefined)).filter(({ key }) => key === name);
    const [only, another] = found;
    if (another !== undefined)
      throw new CommandFailure(`Several organizations have a product "${name}": give the id of a version.`);
    const versionId = only?.versions[0]?.versionId;
    if (versionId === undefined) throw new CommandFailure(`There is no product with the key "${name}".`);
    return products.definition(versionId);
  });
}

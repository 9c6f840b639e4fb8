import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { casesJsonSchema } from '../../domain/cases/json-schema.js';
import { productDefinition } from '../../domain/product/definition.js';
import { productJsonSchema } from '../../domain/product/file/json-schema.js';
import { newProduct } from '../authoring/new-product.js';
import { schemaText } from '../authoring/schema-text.js';
import { CommandFailure } from '../ground/command-failure.js';
import { type CommandContext, report } from './command-context.js';

/** `product new`: writes a small product and its cases to start from, and the schemas that their editor reads. */
export function addNew(command: Command, context: CommandContext): void {
  command
    .command('new')
    .description('write a small product and its cases to start from')
    .argument('<key>', 'lower-case words joined by hyphens, such as bicycle-shop')
    .argument('[folder]', 'where to write KEY.yaml and KEY.cases.yaml', '.')
    .option('--json', 'print JSON')
    .action(async (key: string, folder: string, { json }: { json?: boolean }) => {
      const { error } = productDefinition.shape.key.safeParse(key);
      if (error) throw new CommandFailure(`"${key}" is not a product key: it ${error.issues[0]?.message}.`);
      const { product, cases } = newProduct(key);
      await mkdir(folder, { recursive: true });
      const files = [path.join(folder, `${key}.yaml`), path.join(folder, `${key}.cases.yaml`)] as const;
      await writeNew(files[0], product);
      await writeNew(files[1], cases);
      await writeFile(path.join(folder, 'product.schema.json'), schemaText(productJsonSchema()));
      await writeFile(path.join(folder, 'cases.schema.json'), schemaText(casesJsonSchema()));
      report(context, {
        json,
        result: { files },
        lines: [...files.map((file) => `Wrote ${file}`), `Try: product test ${files[0]}`],
      });
    });
}

async function writeNew(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: 'wx' });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'EEXIST' ? 'it exists already' : message;
    throw new CommandFailure(`Cannot write ${file}: ${why}.`);
  }
}

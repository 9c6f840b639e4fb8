import type { Command } from 'commander';
import { casesJsonSchema } from '../../domain/cases/json-schema.js';
import { productJsonSchema } from '../../domain/product/file/json-schema.js';
import { schemaText } from '../authoring/schema-text.js';
import type { CommandContext } from './command-context.js';

/** `product schema`: the JSON Schema by which editors complete and check product files. */
export function addSchema(command: Command, { print }: CommandContext): void {
  command
    .command('schema')
    .description('print the JSON Schema of product files, for editors')
    .option('--cases', 'that of cases')
    .action(({ cases }: { cases?: boolean }) => {
      print(schemaText(cases ? casesJsonSchema() : productJsonSchema()).trimEnd());
    });
}

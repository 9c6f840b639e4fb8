import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Command, Option } from 'commander';
import { htmlDocument } from '../../documents/html/html-document.js';
import { printWarnings } from '../../documents/pdf/print-warnings.js';
import type { ResolvedDocument } from '../../domain/forms/resolved.js';
import { utcDate } from '../../domain/ground/calendar.js';
import type { Term } from '../../domain/ground/term.js';
import { rateManual } from '../../domain/manual/rate-manual.js';
import { compileProduct } from '../../domain/product/compile-product.js';
import { manualExample } from '../authoring/manual-example.js';
import { type HoldingOptions, holdingText, whatHolds } from '../products/what-holds.js';
import { type CommandContext, report } from './command-context.js';
import { addHoldingOptions } from './holding-options.js';
import { readSoundDefinition, tablesHelp } from './product-file.js';
import { parseDate, parseTerm } from './product-options.js';

const formats = ['pdf', 'html', 'both'] as const;

interface ManualOptions extends HoldingOptions {
  format: (typeof formats)[number];
  out: string;
  intake?: string;
  effectiveDate: string;
  term?: Term;
  action?: string;
  tables?: string;
  json?: boolean;
}

/** `product manual`: writes the rate manual of a product file. */
export function addManual(command: Command, context: CommandContext): void {
  const manual = command
    .command('manual')
    .description('write the rate manual: rules in words, tables, and an example calculated through')
    .argument('<file>', 'a product definition: .json, .yaml or .yml');
  addHoldingOptions(manual)
    .addOption(new Option('--format <format>', 'which files to write').choices(formats).default('both'))
    .option('--out <folder>', 'the output folder', '.')
    .option('--intake <file>', 'the answers of the example; by default those of the first quoted case')
    .option('--effective-date <date>', 'of the intake, YYYY-MM-DD', parseDate, utcDate(new Date()))
    .option('--term <term>', "of the intake; the default is the plan's first term", parseTerm)
    .option(
      '--action <name or id>',
      'the rating action of the intake; the default is the first on GET_QUOTES',
    )
    .option('--tables <workbook>', tablesHelp)
    .option('--json', 'print JSON')
    .action(async (file: string, { format, out, tables, json, ...asked }: ManualOptions) => {
      const { definition } = await readSoundDefinition(file, { tables });
      const held = whatHolds(definition, asked);
      const product = { definition, compiled: compileProduct(definition) };
      const example = await manualExample(file, product, { ...asked, overlays: held?.overlays ?? [] });
      const manual = rateManual({
        definition: held?.definition ?? definition,
        example,
        createdAt: new Date().toISOString(),
        holding: held === null ? undefined : holdingText(held),
      });
      const ofState = held === null ? '' : `-${held.state.toLowerCase()}-${held.on}`;
      const files = await written(manual, path.join(out, `${definition.key}-rate-manual${ofState}`), format);
      report(context, {
        json,
        result: { files, example: example?.name ?? null },
        lines: [
          ...files.map((one) => `Wrote ${one}`),
          ...(format === 'html' ? [] : await printWarnings(JSON.stringify(manual))),
          ...(example === null
            ? ['The manual has no example: no case is quoted. Give one with --intake.']
            : []),
        ],
      });
    });
}

async function written(
  manual: ResolvedDocument,
  name: string,
  format: ManualOptions['format'],
): Promise<string[]> {
  await mkdir(path.dirname(name), { recursive: true });
  const files: string[] = [];
  if (format !== 'html') {
    // The library takes longer to load than the rest of the command.
    const { pdfBytes } = await import('../../documents/pdf/pdf-bytes.js');
    await writeFile(`${name}.pdf`, await pdfBytes(manual));
    files.push(`${name}.pdf`);
  }
  if (format !== 'pdf') {
    await writeFile(`${name}.html`, htmlDocument(manual));
    files.push(`${name}.html`);
  }
  return files;
}

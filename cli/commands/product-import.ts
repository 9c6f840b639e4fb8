import type { Command } from 'commander';
import { ProductRefused } from '../../documents/product-files/import-checked.js';
import { caseLines, tallyText } from '../cases/case-text.js';
import { CommandFailure } from '../ground/command-failure.js';
import type { ProductToImport } from '../products/products.js';
import { type CommandContext, report } from './command-context.js';
import { parseName } from './identity-options.js';
import { findingLine, otherSheetLine, tablesHelp, tallyOf } from './product-file.js';
import { parseUuid } from './product-options.js';
import { urlOption, withProducts } from './with-products.js';

export function addImport(command: Command, context: CommandContext): void {
  command
    .command('import')
    .description('store a product definition as a new version, without deploying it')
    .argument('<file>', 'a product definition: .json, .yaml or .yml')
    .option('--organization <id or name>', 'the owner of the product; needed without --url')
    .option('--tables <workbook>', tablesHelp)
    .option('--based-on <version>', 'the version id that this one is based on', parseUuid)
    .option('--message <text>', 'the purpose of this version')
    .option('--author <name>', 'the author', parseName)
    .addOption(urlOption())
    .option('--json', 'print JSON')
    .action(async (file: string, { basedOn: basedOnVersionId, json, url, ...options }: ImportOptions) => {
      const imported = await withProducts(context, { url }, (products) =>
        readably(() => products.import({ ...options, file, basedOnVersionId })),
      );
      const { otherSheets, warnings, ...version } = imported;
      const { key, cases, restoredBuildNumber } = version;
      const build = `${key} ${version.version}, build ${version.buildNumber}: version ${version.versionId}`;
      report(context, {
        json,
        result: { ...version, warnings },
        lines: [
          ...otherSheets.map(otherSheetLine),
          ...warnings.map(findingLine),
          `${version.created ? 'Imported' : 'Already there:'} ${build}`,
          ...(restoredBuildNumber === null ? [] : [`It restores build ${restoredBuildNumber}.`]),
          ...(cases > 0 ? [tallyText({ cases, passed: cases })] : []),
        ],
      });
    });
}

/** A refused product as lines, with the place of each problem. */
async function readably<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProductRefused)) throw error;
    const { file, findings, errors, warnings, cases } = error.refused;
    if (cases !== null) {
      throw new CommandFailure(
        [...caseLines(cases), `${file} cannot be imported: its cases fail`].join('\n'),
      );
    }
    const more = errors + warnings - findings.length;
    throw new CommandFailure(
      [
        ...findings.map(findingLine),
        ...(more > 0 ? [`… and ${more} more`] : []),
        `${file} cannot be imported: ${tallyOf({ errors, warnings })}`,
      ].join('\n'),
    );
  }
}

interface ImportOptions extends Omit<ProductToImport, 'file' | 'basedOnVersionId'> {
  basedOn?: string;
  url?: string;
  json?: boolean;
}

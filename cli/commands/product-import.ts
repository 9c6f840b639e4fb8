import type { Command } from 'commander';
import { importVersion } from '../../db/products/import-version.js';
import { runCasesBeside } from '../../documents/product-files/case-files.js';
import { contentHash } from '../../domain/ground/canonical-json.js';
import { compileProduct } from '../../domain/product/compile-product.js';
import { caseLines, tallyOf, tallyText } from '../cases/case-text.js';
import { CommandFailure } from '../ground/command-failure.js';
import { type CommandContext, report } from './command-context.js';
import { organizationOf, parseName } from './identity-options.js';
import {
  describedIssue,
  issueLine,
  otherSheetLine,
  readSoundDefinition,
  tablesHelp,
} from './product-file.js';
import { parseUuid, plainly } from './product-options.js';

export function addImport(command: Command, context: CommandContext): void {
  command
    .command('import')
    .description('store a product definition as a new version, without deploying it')
    .argument('<file>', 'a product definition: .json, .yaml or .yml')
    .requiredOption('--organization <id or name>', 'the owner of the product')
    .option('--tables <workbook>', tablesHelp)
    .option('--based-on <version>', 'the version id that this one is based on', parseUuid)
    .option('--message <text>', 'the purpose of this version')
    .option('--author <name>', 'the author', parseName, 'operator')
    .option('--json', 'print JSON')
    .action(async (file: string, { organization, tables, basedOn, message, author, json }: ImportOptions) => {
      const { definition, issues, otherSheets } = await readSoundDefinition(file, {
        tables,
        purpose: 'imported',
      });
      const ran = await runCasesBeside(file, { definition, compiled: compileProduct(definition) });
      const { cases, passed } = tallyOf(ran);
      if (passed < cases) {
        throw new CommandFailure(
          [...caseLines(ran), `${file} cannot be imported: its cases fail`].join('\n'),
        );
      }
      const sha256 = contentHash(definition);
      const version = await plainly(() =>
        context.withDatabase(async (db) =>
          importVersion(db, {
            definition,
            sha256,
            ownerOrganizationId: (await organizationOf(db, organization)).id,
            createdBy: { name: author },
            basedOnVersionId: basedOn,
            message,
            casesPassed: cases > 0 ? cases : undefined,
          }),
        ),
      );
      const build = `${definition.key} ${version.version}, build ${version.buildNumber}: version ${version.versionId}`;
      report(context, {
        json,
        result: { ...version, key: definition.key, sha256, cases, warnings: issues.map(describedIssue) },
        lines: [
          ...otherSheets.map(otherSheetLine),
          ...issues.map((issue) => issueLine(file, issue)),
          `${version.created ? 'Imported' : 'Already there:'} ${build}`,
          ...(version.restoredBuildNumber === null
            ? []
            : [`It restores build ${version.restoredBuildNumber}.`]),
          ...(cases > 0 ? [tallyText(ran)] : []),
        ],
      });
    });
}

interface ImportOptions {
  tables?: string;
  json?: boolean;
  organization: string;
  basedOn?: string;
  message?: string;
  author: string;
}

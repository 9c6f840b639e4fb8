import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { importVersion } from '../../db/products/import-version.js';
import { contentHash } from '../../domain/canonical-json.js';
import {
  type FileIssue,
  type ProductFile,
  pathText,
  readProductFile,
} from '../../domain/product/product-file.js';
import { CommandFailure } from '../command-failure.js';
import { type CommandContext, report } from './command-context.js';
import { organizationOf, parseName } from './identity-options.js';
import { parseUuid, plainly } from './product-options.js';

export function addLint(command: Command, context: CommandContext): void {
  command
    .command('lint')
    .description('check a product definition without importing it')
    .argument('<file>', 'a product definition: .json, .yaml or .yml')
    .option('--json', 'print JSON')
    .action(async (file: string, { json }: { json?: boolean }) => {
      const { issues, definition } = await readDefinitionFile(file);
      const verdict = definition === null ? 'cannot be imported' : 'can be imported';
      report(context, {
        json,
        result: { file, sound: definition !== null, issues: issues.map(describedIssue) },
        lines: [...issues.map((issue) => issueLine(file, issue)), `${file} ${verdict}: ${tally(issues)}`],
      });
      if (definition === null) throw new CommandFailure(`${file} is not sound.`);
    });
}

export function addImport(command: Command, context: CommandContext): void {
  command
    .command('import')
    .description('store a product definition as a new version; nothing is deployed by it')
    .argument('<file>', 'a product definition: .json, .yaml or .yml')
    .requiredOption('--organization <id or name>', 'the owner of the product')
    .option('--based-on <version>', 'the version id that this one was made from', parseUuid)
    .option('--message <text>', 'what this version is for')
    .option('--author <name>', 'who made it', parseName, 'operator')
    .option('--json', 'print JSON')
    .action(async (file: string, { organization, basedOn, message, author, json }: ImportOptions) => {
      const { definition, issues } = await readDefinitionFile(file);
      if (definition === null) {
        const lines = issues.map((issue) => issueLine(file, issue));
        throw new CommandFailure([...lines, `${file} cannot be imported: ${tally(issues)}`].join('\n'));
      }
      const version = await plainly(() =>
        context.withDatabase(async (db) =>
          importVersion(db, {
            definition,
            sha256: contentHash(definition),
            ownerOrganizationId: (await organizationOf(db, organization)).id,
            createdBy: { name: author },
            basedOnVersionId: basedOn,
            message,
          }),
        ),
      );
      const build = `${definition.key} ${version.version}, build ${version.buildNumber}: version ${version.versionId}`;
      report(context, {
        json,
        result: { ...version, key: definition.key, warnings: issues.map(describedIssue) },
        lines: [
          ...issues.map((issue) => issueLine(file, issue)),
          `${version.created ? 'Imported' : 'Already there:'} ${build}`,
        ],
      });
    });
}

interface ImportOptions {
  organization: string;
  basedOn?: string;
  message?: string;
  author: string;
  json?: boolean;
}

async function readDefinitionFile(file: string): Promise<ProductFile> {
  const format = formatOf(file);
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : code;
    throw new CommandFailure(`Cannot read ${file}: ${why}.`);
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CommandFailure(`Cannot read ${file}: it is not UTF-8 text.`);
  }
  return readProductFile(text, format);
}

function formatOf(file: string): 'JSON' | 'YAML' {
  const extension = path.extname(file).toLowerCase();
  if (extension === '.json') return 'JSON';
  if (extension === '.yaml' || extension === '.yml') return 'YAML';
  throw new CommandFailure(`Cannot read ${file}: its name must end in .json, .yaml or .yml.`);
}

function issueLine(file: string, { severity, line, column, path: at, message }: FileIssue): string {
  const place = at.length > 0 ? `${pathText(at)}: ` : '';
  return `${file}:${line}:${column}: ${severity.toLowerCase()}: ${place}${message}`;
}

function describedIssue({ severity, path: at, message, line, column }: FileIssue) {
  return { severity, path: pathText(at), message, line, column };
}

function tally(issues: readonly FileIssue[]): string {
  const errors = issues.filter(({ severity }) => severity === 'ERROR').length;
  const warnings = issues.length - errors;
  return `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

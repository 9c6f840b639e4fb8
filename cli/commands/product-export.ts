import { access, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Command, Option } from 'commander';
import { contentHash } from '../../domain/ground/canonical-json.js';
import { canonicalDefinition } from '../../domain/product/file/product-file.js';
import { CommandFailure } from '../ground/command-failure.js';
import {
  type ExportedFiles,
  type ExportFormat,
  exportDefinition,
  exportFormats,
} from '../tables/export-definition.js';
import { type CommandContext, report } from './command-context.js';
import { parseUuid } from './product-options.js';
import { urlOption, withProducts } from './with-products.js';

interface ExportOptions {
  format: ExportFormat;
  out: string;
  force?: boolean;
  url?: string;
  json?: boolean;
}

export function addExport(command: Command, context: CommandContext): void {
  command
    .command('export')
    .description('write a version to files that can be imported as the same definition')
    .argument('<version>', 'the version id', parseUuid)
    .addOption(
      new Option('--format <format>', 'yaml: one file; xlsx, csv: its tables in separate files')
        .choices(exportFormats)
        .default('yaml'),
    )
    .option('--out <folder>', 'the output folder', '.')
    .option('--force', 'overwrite existing files')
    .addOption(urlOption())
    .option('--json', 'print JSON')
    .action(async (versionId: string, { format, out, force, json, ...options }: ExportOptions) => {
      const definition = await withProducts(context, options, (products) => products.definition(versionId));
      const files = await exportDefinition(definition, format);
      const written = await writeFiles(out, files, force ?? false);
      const sha256 = contentHash(canonicalDefinition(definition));
      report(context, {
        json,
        result: {
          versionId,
          key: definition.key,
          version: definition.version,
          format,
          sha256,
          files: written,
        },
        lines: [...written.map((file) => `Wrote ${file}`), `Content hash ${sha256}`],
      });
    });
}

async function writeFiles(out: string, files: ExportedFiles, force: boolean): Promise<string[]> {
  const placed = [...files].map(([name, bytes]) => ({ file: path.join(out, ...name.split('/')), bytes }));
  if (!force) {
    for (const { file } of placed) {
      if (await exists(file)) throw new CommandFailure(`${file} exists (--force overwrites it).`);
    }
  }
  for (const { file, bytes } of placed) {
    await attempt(file, async () => {
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, bytes);
    });
  }
  return placed.map(({ file }) => file);
}

async function attempt(file: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    throw new CommandFailure(`Cannot write ${file}: ${(error as NodeJS.ErrnoException).code}.`);
  }
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

import { isUtf8 } from 'node:buffer';
import path from 'node:path';
import { caseFileNames } from '../../documents/product-files/case-files.js';
import { filesOnDisk, type ReadFile } from '../../documents/product-files/file-access.js';
import { parsedWithIncludes } from '../../documents/product-files/read-definition.js';
import { SheetError } from '../../documents/product-files/sheet-error.js';
import { UnusableFile } from '../../documents/product-files/unusable-file.js';
import { includedFiles } from '../../domain/product/file/includes.js';
import { tableSources } from '../../domain/product/file/outside-tables.js';
import { parseProductFile } from '../../domain/product/file/parsed-file.js';

/** A product's files as a service takes them, by names relative to the product file. */
export interface SentFiles {
  product: string;
  files: Record<string, string | { base64: string }>;
  tables?: string;
}

/** Not a name that a product file can use for a file of its own. */
const replacing = 'given-tables/';

/**
 * Reads a product file, the files that its tables name, its cases and the given workbook. A file that cannot be read is
 * left out if the service will say so at its place.
 *
 * @throws UnusableFile if the product file or the workbook cannot be read.
 */
export async function sentFiles(file: string, workbook: string | undefined): Promise<SentFiles> {
  const { read, beside } = filesOnDisk;
  const product = path.basename(file);
  const bytes = await named(file, read);
  const files: SentFiles['files'] = { [product]: sent(bytes) };
  const add = async (name: string, load: () => Promise<Uint8Array>) => {
    if (Object.hasOwn(files, name)) return;
    try {
      files[name] = sent(await load());
    } catch (error) {
      if (!(error instanceof SheetError)) throw error;
    }
  };
  const readBeside = beside(file);
  const text = Buffer.from(bytes).toString();
  for (const name of includedFiles(parseProductFile(text).content)) await add(name, () => readBeside(name));
  const { content } = await parsedWithIncludes(text, readBeside);
  for (const source of tableSources(content)) await add(source.file, () => readBeside(source.file));
  for (const name of caseFileNames(file)) await add(path.basename(name), () => read(name));
  if (workbook === undefined) return { product, files };
  const tables = `${replacing}${path.basename(workbook)}`;
  files[tables] = sent(await named(workbook, read));
  return { product, files, tables };
}

/** The path on this machine of a file that was sent under a name. */
export function pathOfSent(
  name: string,
  { file, tables }: { file: string; tables?: string | undefined },
): string {
  return tables !== undefined && name.startsWith(replacing) ? tables : path.join(path.dirname(file), name);
}

function sent(bytes: Uint8Array): string | { base64: string } {
  const buffer = Buffer.from(bytes);
  // NUL is text to UTF-8, but not to the service.
  return isUtf8(bytes) && !bytes.includes(0) ? buffer.toString() : { base64: buffer.toString('base64') };
}

async function named(file: string, read: ReadFile): Promise<Uint8Array> {
  try {
    return await read(file);
  } catch (error) {
    if (error instanceof SheetError) throw new UnusableFile(file, error.message);
    throw error;
  }
}

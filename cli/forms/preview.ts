import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { htmlDocument } from '../../documents/html/html-document.js';
import { printWarnings } from '../../documents/pdf/print-warnings.js';
import type { CompiledDocument } from '../../domain/forms/compile-form.js';
import { safeFileName } from '../../domain/forms/file-name.js';
import type { DocumentForm } from '../../domain/forms/form.js';
import type { DocumentRenderer } from '../../domain/forms/renderer.js';
import type { ResolvedDocument } from '../../domain/forms/resolved.js';
import type { FormData } from '../../domain/forms/values/form-data.js';
import { sampleFor } from './sample-data.js';

export interface PreviewPlace {
  folder: string;
  renderer: DocumentRenderer;
}

/** Fills in forms with sample data and writes them to files in a folder; returns the files, with their warnings. */
export async function previewForms(
  forms: readonly CompiledDocument[],
  data: FormData,
  { folder, renderer }: PreviewPlace,
): Promise<{ file: string; warnings: string[] }[]> {
  return Promise.all(
    forms.map(async (compiled) => {
      const { form, fill } = compiled;
      const { document } = fill(sampleFor(compiled, data));
      const file = await writePreview(form, await renderedForm(form, document, renderer), folder);
      return { file, warnings: form.type === 'PDF' ? await printWarnings(JSON.stringify(document)) : [] };
    }),
  );
}

/** A filled-in form as the PDF or the HTML page that it asks for. */
export async function renderedForm(
  { type }: DocumentForm,
  document: ResolvedDocument,
  renderer: DocumentRenderer,
): Promise<Uint8Array> {
  return type === 'HTML' ? Buffer.from(htmlDocument(document)) : renderer.render(document);
}

/** Writes a rendered form to a file in a folder, which is made if there is none; returns the file. */
export async function writePreview(
  { name, type }: DocumentForm,
  bytes: Uint8Array,
  folder: string,
): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, safeFileName(name, type.toLowerCase()));
  await writeFile(file, bytes);
  return file;
}

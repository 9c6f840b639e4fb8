import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { htmlDocument } from '../../documents/html/html-document.js';
import type { CompiledDocument } from '../../domain/forms/compile-form.js';
import { safeFileName } from '../../domain/forms/file-name.js';
import type { DocumentRenderer } from '../../domain/forms/renderer.js';
import type { FormData } from '../../domain/forms/values/form-data.js';

/** Fills in forms with sample data and writes them to files in a folder; returns the files. */
export async function previewForms(
  forms: readonly CompiledDocument[],
  data: FormData,
  { folder, renderer }: { folder: string; renderer: DocumentRenderer },
): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  return Promise.all(
    forms.map(async (form) => {
      const { document } = form.fill(data);
      const { name, type } = form.form;
      const bytes = type === 'HTML' ? Buffer.from(htmlDocument(document)) : await renderer.render(document);
      const file = path.join(folder, safeFileName(name, type.toLowerCase()));
      await writeFile(file, bytes);
      return file;
    }),
  );
}

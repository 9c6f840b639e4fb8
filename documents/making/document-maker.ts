import type { Knex } from 'knex';
import type { CompiledDocument } from '../../domain/forms/compile-form.js';
import { safeFileName } from '../../domain/forms/file-name.js';
import type { FileUrls, NamedFile } from '../../domain/forms/file-urls.js';
import type { FormType } from '../../domain/forms/form.js';
import type { DocumentRenderer } from '../../domain/forms/renderer.js';
import type { FormData } from '../../domain/forms/values/form-data.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { htmlDocument } from '../html/html-document.js';
import { printWarnings } from '../pdf/print-warnings.js';
import type { FormSource } from './form-source.js';
import { type KeepingDocuments, keepDocument } from './keep-document.js';

export interface DocumentToMake {
  /** Derived, so that a retry finds the document again. */
  id: string;
  form: CompiledDocument;
  source: FormSource;
  /** Replaces the form's file name, unless it is empty. */
  fileName?: string | undefined;
  /** Replaces the form's type: every layout can be rendered as both. */
  type?: FormType;
  createdBy: JsonObject | null;
}

/** A generated form (spec 2.9), with its URL. */
export type FormReference = {
  contentId: string;
  fileName: string;
  formNumber: string;
  formVersion: string;
  type: FormType;
  url?: string;
  /** What the document could not print. */
  warnings?: string[];
};

/** A generated document that is ready to be recorded. */
export interface MadeDocument {
  reference: FormReference;
  bytes: Uint8Array;
  contentType: string;
  /** Writes the row and its bytes, and an event of the policy that it is about. */
  record(trx: Knex): Promise<void>;
}

const contentTypes: Readonly<Record<FormType, string>> = {
  PDF: 'application/pdf',
  HTML: 'text/html; charset=utf-8',
};

/** Fills forms in, renders them and stores the result. */
export class DocumentMaker {
  readonly #renderer: DocumentRenderer;
  readonly #keeping: KeepingDocuments;

  constructor({ renderer, ...keeping }: { renderer: DocumentRenderer } & KeepingDocuments) {
    this.#renderer = renderer;
    this.#keeping = keeping;
  }

  /**
   * Generates a document, in the language that its client prefers, if the product has it; undefined if the form does not apply: a required record is missing or its condition
   * does not hold. Throws a `FormProblem` or `RenderFailure`, or `NoTurn` if too many documents wait.
   */
  async make({ id, form: own, source, ...request }: DocumentToMake): Promise<MadeDocument | undefined> {
    const { links, now, clientLanguage } = source;
    const held = own.holding?.(source.data) ?? own;
    const compiled = held.in(clientLanguage);
    const { form } = compiled;
    const data = source.dataIn(compiled.language);
    if (missingRecord(compiled, data) !== undefined || !compiled.applies(data)) return undefined;
    const type = request.type ?? form.type;
    const filled = compiled.fill(data);
    const bytes =
      type === 'HTML'
        ? Buffer.from(htmlDocument(filled.document))
        : await this.#renderer.render(filled.document, links.organizationId);
    const fileName = safeFileName(request.fileName ?? '', type.toLowerCase(), filled.fileName);
    const { otherOrganizationId, ...ownLinks } = links;
    const row = {
      ...ownLinks,
      sharedOrganizationId: otherOrganizationId,
      id,
      type,
      fileName,
      contentType: contentTypes[type],
      origin: 'GENERATED' as const,
      formConfigId: form.formConfigId,
      formName: own.form.name,
      formNumber: form.formNumber,
      formVersion: form.formVersion,
      language: form.locale,
      createdAt: now,
      createdBy: request.createdBy,
    };
    const warnings = type === 'PDF' ? await printWarnings(JSON.stringify(filled.document)) : [];
    return {
      reference: {
        ...referenceTo(this.#keeping.urls, compiled, { id, fileName, type }),
        ...(warnings.length > 0 && { warnings }),
      },
      bytes,
      contentType: row.contentType,
      record: await keepDocument(this.#keeping, row, bytes, 'DOCUMENT_GENERATED'),
    };
  }
}

/** The reference to a form's document. */
export function referenceTo(
  urls: FileUrls,
  { form: { formNumber, formVersion } }: CompiledDocument,
  { type, ...file }: NamedFile & { type: FormType },
): FormReference {
  const url = urls.urlOf(file);
  const { id: contentId, fileName } = file;
  return { contentId, fileName, formNumber, formVersion, type, ...(url !== undefined && { url }) };
}

/** A record that the form requires and its data lacks. */
export function missingRecord(
  { form }: CompiledDocument,
  { records }: FormData,
): 'quote' | 'policy' | undefined {
  return form.needs.find((need) => records[need] === undefined);
}

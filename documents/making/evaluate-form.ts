import type { LoadedVersion } from '../../db/products/load-version.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { DocumentMaker, MadeDocument } from './document-maker.js';
import type { FormSource } from './form-source.js';

export interface FormToEvaluate {
  version: LoadedVersion;
  formConfigId: string;
  source: FormSource;
  /** The id of the document of a form; derived, so that a retry finds it again. */
  idOf(formConfigId: string): string;
  createdBy: JsonObject | null;
}

/** The result of an evaluation. */
export interface EvaluatedForm {
  /** Generated, but not recorded yet. */
  documents: MadeDocument[];
  values: JsonObject;
}

/**
 * Evaluates a form: generates the documents that apply, and computes its values. A document form evaluates to
 * its document. Null if the form does not apply; undefined if the version has no such form.
 */
export async function evaluateForm(
  maker: DocumentMaker,
  { version, formConfigId, source, idOf, createdBy }: FormToEvaluate,
): Promise<EvaluatedForm | null | undefined> {
  const { documents, evaluations } = version.compiled.forms;
  const own = documents.get(formConfigId);
  const evaluation = evaluations.get(formConfigId);
  if (own === undefined && evaluation === undefined) return undefined;
  const result = evaluation?.evaluate(source.data) ?? null;
  if (own === undefined && result === null) return null;
  const named = own === undefined ? (result?.formConfigIds ?? []) : [formConfigId];
  const made = await Promise.all(
    named
      .flatMap((id) => documents.get(id) ?? [])
      .map((form) => maker.make({ id: idOf(form.form.formConfigId), form, source, createdBy })),
  );
  const applicable = made.flatMap((document) => document ?? []);
  if (own !== undefined && applicable.length === 0) return null;
  return { documents: applicable, values: result?.values ?? {} };
}

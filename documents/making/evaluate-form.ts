import type { LoadedVersion } from '../../db/products/load-version.js';
import type { CompiledDocument } from '../../domain/forms/compile-form.js';
import type { FormData } from '../../domain/forms/form-data.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { DocumentLinks, DocumentMaker, MadeDocument } from './document-maker.js';

export interface FormToEvaluate {
  version: LoadedVersion;
  formConfigId: string;
  data: FormData;
  about: DocumentLinks;
  /** The id of the document of a form; derived where a retry must find it again. */
  idOf(formConfigId: string): string;
  now: Date;
  createdBy: JsonObject | null;
}

/** What evaluating a form came to. */
export interface EvaluatedForm {
  /** Made, and not recorded yet. */
  documents: MadeDocument[];
  values: JsonObject;
}

/**
 * Evaluates a form: which documents apply, each made, and the values it works out. A document form evaluates to itself. Null
 * where the form does not apply, so that there is no result; undefined where the version has no such form.
 */
export async function evaluateForm(
  maker: DocumentMaker,
  { version, formConfigId, data, ...request }: FormToEvaluate,
): Promise<EvaluatedForm | null | undefined> {
  const { documents, evaluations } = version.compiled.forms;
  const own = documents.get(formConfigId);
  const evaluation = evaluations.get(formConfigId);
  if (own === undefined && evaluation === undefined) return undefined;
  const result = evaluation?.evaluate(data) ?? null;
  if (own === undefined && result === null) return null;
  const named = own === undefined ? (result?.formConfigIds ?? []) : [formConfigId];
  const applicable = named
    .flatMap((id) => documents.get(id) ?? [])
    .filter((form) => missingRecord(form, data) === undefined && form.applies(data));
  if (own !== undefined && applicable.length === 0) return null;
  const made = await Promise.all(
    applicable.map((form) =>
      maker.make({ ...request, form, data, id: request.idOf(form.form.formConfigId) }),
    ),
  );
  return { documents: made, values: result?.values ?? {} };
}

/** A record that a form needs and that there is not. */
export function missingRecord(
  { form }: CompiledDocument,
  { records }: FormData,
): 'quote' | 'policy' | undefined {
  return form.needs.find((need) => records[need] === undefined);
}

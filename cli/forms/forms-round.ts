import type { CompiledDocument, CompiledForms } from '../../domain/forms/compile-form.js';
import { type DocumentRenderer, RenderFailure } from '../../domain/forms/renderer.js';
import type { FormData } from '../../domain/forms/values/form-data.js';
import { FormProblem } from '../../domain/forms/values/form-scope.js';
import { canonicalJson } from '../../domain/ground/canonical-json.js';
import { renderedForm, writePreview } from './preview.js';
import { sampleFor } from './sample-data.js';

/** A form when it was last rendered. */
interface Known {
  /** The filled-in document, and the name and type of its file. */
  content: string;
  problem: string | null;
}

export interface FormsRoundOptions {
  renderer: DocumentRenderer;
  /** Where previews are written; nowhere if left out. */
  folder?: string | undefined;
}

/**
 * Renders the document forms of a product again and again, as its author changes it. A form that is filled in
 * as before is neither rendered nor written again. Returns a line for each form that cannot be rendered.
 */
export function formsRound({ renderer, folder }: FormsRoundOptions) {
  let known = new Map<string, Known>();

  const check = async (compiled: CompiledDocument, data: FormData): Promise<Known> => {
    const { form } = compiled;
    const before = known.get(form.formConfigId);
    try {
      const { document } = compiled.fill(sampleFor(compiled, data));
      const content = canonicalJson([form.name, form.type, document]);
      if (before?.content === content) return before;
      const bytes = await renderedForm(form, document, renderer);
      if (folder !== undefined) await writePreview(form, bytes, folder);
      return { content, problem: null };
    } catch (error) {
      if (!(error instanceof RenderFailure || error instanceof FormProblem)) throw error;
      return { content: '', problem: `form "${form.name}": ${error.message}` };
    }
  };

  return async ({ documents }: CompiledForms, data: FormData): Promise<string[]> => {
    const checked = await Promise.all(
      [...documents].map(async ([id, form]) => [id, await check(form, data)] as const),
    );
    known = new Map(checked);
    const problems = checked.flatMap(([, { problem }]) => problem ?? []);
    const forms = checked.length === 1 ? 'form' : 'forms';
    return [...problems, `${checked.length - problems.length} of ${checked.length} ${forms} rendered`];
  };
}

export type FormsRound = ReturnType<typeof formsRound>;

import { FormProblem } from '../../domain/forms/form-scope.js';
import { RendererBusy, RenderFailure } from '../../domain/forms/renderer.js';
import { Conflict, Unavailable } from '../errors/app-error.js';

/** What keeps a document from being made, as the caller is told: busy now, or too much for any document. */
export async function asRenderProblem<T>(making: Promise<T>): Promise<T> {
  try {
    return await making;
  } catch (error) {
    if (error instanceof RendererBusy) throw new Unavailable(error.message, { cause: error });
    if (error instanceof FormProblem) throw new Conflict(error.message);
    // It would fail the next time, too: mostly it takes longer than a document may.
    if (error instanceof RenderFailure) throw new Conflict(error.message, { cause: error });
    throw error;
  }
}

import { FormProblem } from '../../domain/forms/form-scope.js';
import { RendererBusy } from '../../domain/forms/renderer.js';
import { Conflict, Unavailable } from '../errors/app-error.js';

/** What keeps a document from being made, as the caller is told: busy now, or too much for any document. */
export async function asRenderProblem<T>(making: Promise<T>): Promise<T> {
  try {
    return await making;
  } catch (error) {
    if (error instanceof RendererBusy) throw new Unavailable(error.message, { cause: error });
    if (error instanceof FormProblem) throw new Conflict(error.message);
    throw error;
  }
}

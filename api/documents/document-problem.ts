import { SubjectProblem } from '../../documents/making/read-subject.js';
import { RenderFailure } from '../../domain/forms/renderer.js';
import { FormProblem } from '../../domain/forms/values/form-scope.js';
import { BadRequest, Conflict, NotFound } from '../errors/app-error.js';

/**
 * Maps the errors of document generation: records that are missing or do not match, too large a
 * document.
 */
export async function asDocumentProblem<T>(making: Promise<T>): Promise<T> {
  try {
    return await making;
  } catch (error) {
    if (error instanceof SubjectProblem) throw problemOf(error);
    const code = 'DOCUMENT_IMPOSSIBLE';
    if (error instanceof FormProblem) throw new Conflict(error.message, { code });
    // A retry would fail, too: usually rendering exceeds the time limit.
    if (error instanceof RenderFailure) throw new Conflict(error.message, { code, cause: error });
    throw error;
  }
}

function problemOf({ kind, field, id, message }: SubjectProblem): NotFound | BadRequest {
  if (kind === 'MISSING') return new NotFound(field.replace(/Id$/, ''), id, { field });
  return new BadRequest([{ field, detail: message }]);
}

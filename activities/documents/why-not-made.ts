import { ApplicationFailure } from '@temporalio/common';
import { SubjectProblem } from '../../documents/making/read-subject.js';
import { RenderFailure } from '../../domain/forms/renderer.js';
import { FormProblem } from '../../domain/forms/values/form-scope.js';
import { isBusy } from '../ground/failures.js';

/** Why a document cannot be made, and the field of the payload or the action that causes it. */
export interface NotMade {
  detail: string;
  field: string | undefined;
}

/**
 * Why a document can never be made; undefined for other errors. A busy renderer is thrown as a failure, so
 * that the activity is retried.
 */
export function whyNotMade(error: unknown): NotMade | undefined {
  if (isBusy(error)) {
    throw ApplicationFailure.create({ type: 'RENDERER_BUSY', message: error.message, cause: error });
  }
  if (error instanceof SubjectProblem) return { detail: error.message, field: error.field };
  const isReason = error instanceof FormProblem || error instanceof RenderFailure;
  return isReason ? { detail: error.message, field: undefined } : undefined;
}

/** The result of `work`, or the reason why a configured action fails without it. */
export async function madeOrWhyNot<T>(work: () => Promise<T>): Promise<T | string> {
  try {
    return await work();
  } catch (error) {
    const why = whyNotMade(error);
    if (why === undefined) throw error;
    return why.field === undefined ? why.detail : `${why.field}: ${why.detail}`;
  }
}

/** The version that configures the event has no such form. */
export function noForm(formConfigId: string): SubjectProblem {
  const message = `the product has no form ${formConfigId}`;
  return new SubjectProblem('MISSING', 'formConfigId', formConfigId, message);
}

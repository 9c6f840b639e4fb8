import { Context } from '@temporalio/activity';
import type { Subject } from '../../../documents/making/read-subject.js';
import type { AnswerMap } from '../../../domain/intake/answers.js';
import { keyValuesOf } from '../../../domain/intake/intake-formats.js';
import { evaluateFormOfEvent, type FormResult } from '../../documents/evaluate-form-of-event.js';
import { whyNotMade } from '../../documents/why-not-made.js';
import { WorkUnderWay } from '../../documents/work-under-way.js';
import {
  answers,
  type DefaultActionHandler,
  type DefaultActionWork,
  envelopeOf,
} from '../../ground/default-action.js';
import { refused } from '../../ground/failures.js';

/**
 * An attempt has some seconds, a document a minute: a slow document is made once, and fails permanently if it
 * is too slow.
 */
const underWay = new WorkUnderWay<FormResult | null>();

/** Evaluates the form that the event names; the documents that apply are generated and listed in `forms`. */
export const evaluateRequestedForm: DefaultActionHandler<'EVALUATE_FORM'> = async (work) => {
  const { event, actionId } = work;
  const { clientId, policyId } = envelopeOf(event, 'CONFIGURATION_FORM_EVALUATION').payload;
  const about = { clientId, ...(policyId !== undefined && { policyId }) };
  const { cancellationSignal } = Context.current();
  try {
    const key = `${event.triggerRequestId} ${actionId}`;
    const result = await underWay.join(key, cancellationSignal, () => evaluation(work));
    if (result === null) return async () => about;
    const { documents, forms, values, fires } = result;
    const metadata = answers('CONFIGURATION_FORM_EVALUATION', {
      forms,
      ...(Object.keys(values).length > 0 && { formValues: values }),
    });
    return async (trx) => {
      for (const document of documents) await document.record(trx);
      return { ...about, metadata, fires };
    };
  } catch (error) {
    const why = whyNotMade(error);
    if (why === undefined) throw error;
    throw refused(why.detail, why.field === undefined ? 'payload' : `payload.${why.field}`);
  }
};

function evaluation({
  dependencies,
  event,
  version,
  actionId,
  now,
}: DefaultActionWork): Promise<FormResult | null> {
  const { payload } = envelopeOf(event, 'CONFIGURATION_FORM_EVALUATION');
  const { formConfigId, clientId, quoteId, policyId, intakeSource, intakeFormat } = payload;
  return evaluateFormOfEvent(dependencies, {
    event,
    version,
    actionId,
    formConfigId,
    now,
    ids: { clientId, quoteId, policyId },
    answersOf: (subject: Subject): AnswerMap | undefined => {
      if (intakeSource === 'PAYLOAD') return payload.intake;
      if (intakeSource === 'CLIENT') return subject.client.answers;
      return intakeSource === 'QUOTE' ? subject.quote?.intake : undefined;
    },
    inputOf: (answers) => (intakeFormat === 'KEY_VALUE' ? keyValuesOf(answers) : answers),
  });
}

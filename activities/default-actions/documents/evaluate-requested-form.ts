import { Context } from '@temporalio/activity';
import { type EvaluatedForm, evaluateForm } from '../../../documents/making/evaluate-form.js';
import { generatedEvent } from '../../../documents/making/generated-follow-up.js';
import type { Subject } from '../../../documents/making/read-subject.js';
import { derivedId } from '../../../domain/ground/derived-id.js';
import type { JsonObject } from '../../../domain/ground/json.js';
import type { AnswerMap } from '../../../domain/intake/answers.js';
import { keyValuesOf } from '../../../domain/intake/intake-formats.js';
import { locatedReferences } from '../../documents/end-with-documents.js';
import { type FormOfEvent, formOfEvent, madeByEvent, whyNotMade } from '../../documents/form-of-event.js';
import { WorkUnderWay } from '../../documents/work-under-way.js';
import {
  type DefaultActionHandler,
  type DefaultActionWork,
  envelopeOf,
} from '../../ground/default-action.js';
import { refused } from '../../ground/failures.js';

interface Evaluation {
  form: FormOfEvent;
  evaluated: EvaluatedForm | null | undefined;
}

/** An attempt has some seconds, a document has a minute: a slow one is made once, and ends for good where it is too slow. */
const underWay = new WorkUnderWay<Evaluation>();

/** Evaluates the form that the event names; the documents that apply are made, and told of in `forms`. */
export const evaluateRequestedForm: DefaultActionHandler = async (work) => {
  const { event, actionId } = work;
  const { payload } = envelopeOf(event, 'CONFIGURATION_FORM_EVALUATION');
  const { urls } = work.dependencies.documents;
  const { formConfigId, clientId, policyId } = payload;
  const { cancellationSignal } = Context.current();
  try {
    const key = `${event.triggerRequestId} ${actionId}`;
    const { form, evaluated } = await underWay.join(key, cancellationSignal, () => evaluation(work));
    if (evaluated === undefined)
      throw refused(`the product has no form ${formConfigId}`, 'payload.formConfigId');
    if (evaluated === null) return async () => ({ clientId, ...(policyId !== undefined && { policyId }) });
    const { documents, values } = evaluated;
    const references = documents.map(({ reference }) => reference);
    const tells = generatedEvent(urls, { clientId, policyId: form.about.policyId }, references);
    const metadata: JsonObject = {
      forms: locatedReferences(urls, references),
      ...(Object.keys(values).length > 0 && { formValues: values }),
    };
    return async (trx) => {
      for (const document of documents) await document.record(trx);
      return {
        clientId,
        ...(policyId !== undefined && { policyId }),
        metadata,
        ...(tells !== undefined && { fires: [tells] }),
      };
    };
  } catch (error) {
    const reason = whyNotMade(error);
    if (reason === undefined) throw error;
    throw refused(reason, 'payload');
  }
};

async function evaluation({
  dependencies,
  event,
  version,
  actionId,
  now,
}: DefaultActionWork): Promise<Evaluation> {
  const { payload } = envelopeOf(event, 'CONFIGURATION_FORM_EVALUATION');
  const { formConfigId, clientId, quoteId, policyId, intakeSource, intakeFormat } = payload;
  const answersOf = (subject: Subject): AnswerMap | undefined => {
    if (intakeSource === 'PAYLOAD') return payload.intake;
    if (intakeSource === 'CLIENT') return subject.client.answers;
    return intakeSource === 'QUOTE' ? subject.quote?.intake : undefined;
  };
  const form = await formOfEvent(dependencies, event, version, {
    ids: { clientId, quoteId, policyId },
    now,
    answersOf,
  });
  const input = intakeFormat === 'KEY_VALUE' ? keyValuesOf(form.data.answers) : form.data.answers;
  const evaluated = await evaluateForm(dependencies.documents.maker, {
    ...{ version, formConfigId, about: form.about, now },
    data: { ...form.data, records: { ...form.data.records, input: input as unknown as JsonObject } },
    idOf: (id) => derivedId(event.triggerRequestId, actionId, id, 'document'),
    createdBy: madeByEvent(event),
  });
  return { form, evaluated };
}

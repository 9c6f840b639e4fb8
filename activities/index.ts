import { createFollowAct } from './assistants/follow-act.js';
import { createBookSteps } from './book/book-steps.js';
import { createRecordCarrierAnswer } from './carrier/record-carrier-answer.js';
import { createRequestCarrierQuote } from './carrier/request-carrier-quote.js';
import { createCheckDuePolicies, createPoliciesToTell } from './clocks/check-due-policies.js';
import { createMoveClock } from './clocks/move-clock.js';
import { createUntilQuiet } from './clocks/until-quiet.js';
import { createRunDefaultAction } from './default-actions/run-default-action.js';
import { createEvaluateConfiguredForm } from './documents/evaluate-configured-form.js';
import { createGenerateDocument } from './documents/generate-document.js';
import { createCreateTask } from './flow/create-task.js';
import { createDecideAction } from './flow/decide-action.js';
import { createFireEvent } from './flow/fire-event.js';
import { createBeginInboundWait, createEndInboundWait, createOpenInboundWaits } from './flow/inbound-wait.js';
import { createSendHttpRequest } from './flow/send-http-request.js';
import type { ActivityDependencies } from './ground/dependencies.js';
import { createRunJobStep } from './jobs/run-job-step.js';
import { createSendEmail } from './letters/send-email.js';
import { createLookUpData } from './lookups/look-up-data.js';
import { createSendMails } from './mail/send-mails.js';
import { createRecordCancellation } from './outcome/record-cancellation.js';
import { createRecordFailure } from './outcome/record-failure.js';
import { createRecordOutcome } from './outcome/record-outcome.js';
import { createRecordRefusal } from './outcome/record-refusal.js';
import { createCheckPolicy } from './policy-term/check-policy.js';
import { createRateQuote } from './rating/rate-quote.js';
import { createDeliverWebhooks } from './webhooks/deliver-webhooks.js';
import { createOpenWebhookDeliveries } from './webhooks/open-deliveries.js';

export type { ActivityDependencies } from './ground/dependencies.js';

/** Every activity of the service, with its dependencies. Workflows import the type only. */
export function createActivities(dependencies: ActivityDependencies) {
  return {
    runDefaultAction: createRunDefaultAction(dependencies),
    rateQuote: createRateQuote(dependencies),
    requestCarrierQuote: createRequestCarrierQuote(dependencies),
    recordCarrierAnswer: createRecordCarrierAnswer(dependencies),
    decideAction: createDecideAction(dependencies),
    lookUpData: createLookUpData(dependencies),
    sendHttpRequest: createSendHttpRequest(dependencies),
    openInboundWaits: createOpenInboundWaits(dependencies),
    beginInboundWait: createBeginInboundWait(dependencies),
    endInboundWait: createEndInboundWait(dependencies),
    generateDocument: createGenerateDocument(dependencies),
    evaluateForm: createEvaluateConfiguredForm(dependencies),
    sendEmail: createSendEmail(dependencies),
    fireEvent: createFireEvent(dependencies),
    createTask: createCreateTask(dependencies),
    recordFailure: createRecordFailure(dependencies),
    recordRefusal: createRecordRefusal(dependencies),
    recordCancellation: createRecordCancellation(dependencies),
    recordOutcome: createRecordOutcome(dependencies),
    lookAfterPolicy: createCheckPolicy(dependencies),
    moveClock: createMoveClock(dependencies),
    checkDuePolicies: createCheckDuePolicies(dependencies),
    policiesToTell: createPoliciesToTell(dependencies),
    untilQuiet: createUntilQuiet(dependencies),
    runJobStep: createRunJobStep(dependencies),
    followAct: createFollowAct(dependencies),
    ...createBookSteps(dependencies),
    openWebhookDeliveries: createOpenWebhookDeliveries(dependencies),
    deliverWebhooks: createDeliverWebhooks(dependencies),
    sendMails: createSendMails(dependencies),
  };
}

export type Activities = ReturnType<typeof createActivities>;

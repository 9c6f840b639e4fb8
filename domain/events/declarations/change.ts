import { z } from 'zod';
import { calendarDate, uuid } from '../../ground/primitives.js';
import { answerEdits } from '../../intake/answer-edits.js';
import { answerMap } from '../../intake/answers.js';
import { conflictChoice, editedCell } from '../../policy/edit-conflicts.js';
import {
  amount,
  clientId,
  description,
  details,
  eventLabel,
  exposureAmount,
  label,
  name,
  payloadLimits,
  policyId,
  policyNumber,
  positiveAmount,
  quoteId,
  refuseRepeats,
} from '../fields/common.js';
import { changePremium, changeResult, quotedChangeResult, recordedReport } from '../fields/policy-results.js';
import { policyNotification } from '../fields/snapshots.js';
import { command, notification } from './declaration.js';
import { answering, changedPolicy, everyRecord, exampleIds as ids } from './example-records.js';

const changeDate = calendarDate.meta({ description: 'The first day of the change.' });

const exposure = z
  .object({
    type: name.meta({ description: 'What was counted: the id of the question that asks for it.' }),
    previousAmount: exposureAmount.meta({
      description: 'As rated; it tells the iteration of a loop. 0 or more, with up to 4 decimals.',
    }),
    updatedAmount: exposureAmount.meta({ description: 'As counted.' }),
  })
  .meta({ id: 'Exposure' });

const policyReport = {
  clientId: clientId.optional(),
  quoteId: quoteId.optional(),
  policyId: policyId.optional(),
  policyNumber: policyNumber.optional(),
  effectiveDate: calendarDate
    .optional()
    .meta({ description: "The day of the policy's event; the day on which it is fired, where left out." }),
  description: description.optional().meta({ description: "The description of the policy's event." }),
  details,
};

const limit = positiveAmount.meta({ description: 'In major units.' });

const limitReport = z
  .object({
    ...policyReport,
    coverage: name.optional().meta({ description: 'The coverage whose limit changed.' }),
    previousLimit: limit.optional(),
    newLimit: limit.optional(),
  })
  .meta({ id: 'PolicyLimitReportPayload' });

const claimReport = z
  .object({
    ...policyReport,
    claimNumber: name.optional(),
    lossDate: calendarDate.optional(),
    reportedDate: calendarDate.optional(),
    status: label.optional(),
    amount: amount.optional().meta({ description: 'Reserved or paid, in major units.' }),
  })
  .meta({ id: 'ClaimReportPayload' });

const recordReport = { type: 'RECORD_POLICY_REPORT', name: 'Record the report with the policy' } as const;

const reportDescription =
  "Records an event with the policy, which is named by its id, its number or its quote. Records nothing where none is named. The report is kept in the event's `data`, further fields as its `details`.";

export const changeEvents = {
  POLICY_ENDORSEMENT_QUOTING: command({
    firedWith: ['servicing:fire'],
    authority: 'endorse',
    description:
      'Rates a change of the policy as a quote of type `ENDORSEMENT`, pro rata for the rest of the term.',
    payload: z
      .object({
        policyId,
        effectiveDate: changeDate,
        intake: answerMap.optional().meta({
          description:
            'The answers that change. A loop is sent whole: what differs from the loop of the day is the change. Required without `edits` and without `intakeLoopIterationIdsToDelete`.',
        }),
        edits: answerEdits.optional().meta({
          description:
            'The same by cell: answers, and for loops the iterations that are added, removed and edited. What is not mentioned stays.',
        }),
        intakeLoopIterationIdsToDelete: z
          .array(uuid)
          .max(payloadLimits.mapEntries)
          .optional()
          .meta({ description: 'Iterations of loops to remove.' }),
        onConflict: conflictChoice.optional().meta({
          description:
            'What to do where a change that takes effect on a later day edits the same; `KEEP_LATER` where left out.',
        }),
        conflictChoices: z
          .array(editedCell.extend({ choice: conflictChoice }))
          .max(payloadLimits.mapEntries)
          .optional()
          .meta({ description: 'The same for single cells; they precede `onConflict`.' }),
      })
      .refine(({ intake, edits, intakeLoopIterationIdsToDelete: removed }) => intake ?? edits ?? removed, {
        path: ['intake'],
        message: 'is required without edits',
      })
      .meta({ id: 'PolicyEndorsementQuotingPayload' }),
    defaultActions: [{ type: 'QUOTE_ENDORSEMENT', name: 'Quote the endorsement' }],
    result: quotedChangeResult,
    examples: [
      {
        policyId: ids.policy,
        effectiveDate: '2027-03-01',
        intake: answering('client.city', 'Dallas'),
      },
      {
        policyId: ids.policy,
        effectiveDate: '2027-03-01',
        edits: { 'client.city': { type: 'ANSWER', qid: 'client.city', answer: 'Austin' } },
        intakeLoopIterationIdsToDelete: [],
        onConflict: 'APPLY_THROUGHOUT',
        conflictChoices: [{ qid: 'client.city', choice: 'KEEP_LATER' }],
      },
    ],
  }),
  POLICY_ENDORSE: command({
    firedWith: ['servicing:fire'],
    authority: 'endorse',
    description:
      'Endorses the policy: adds an entry to its ledger and to its events. Fires `ENDORSEMENT_ACTIVATED`. Takes a quote of `POLICY_ENDORSEMENT_QUOTING` or `POLICY_TRUE_UP_QUOTING`, or the change of premium itself, which only the issuing organization may state; not both.',
    payload: z
      .object({
        policyId,
        quoteId: quoteId
          .optional()
          .meta({ description: "The endorsement's quote; required without `premium`." }),
        premium: amount.optional().meta({
          description: 'The change of premium, negative for a return; required without `quoteId`.',
        }),
        effectiveDate: changeDate,
        label: eventLabel.optional(),
      })
      .superRefine((payload, context) => {
        if ((payload.quoteId === undefined) !== (payload.premium === undefined)) return;
        const message =
          payload.quoteId === undefined
            ? 'is required where premium is left out'
            : 'must be left out where premium is given';
        context.addIssue({ code: 'custom', path: ['quoteId'], message });
      })
      .meta({ id: 'PolicyEndorsePayload', description: 'Either `quoteId` or `premium`.' }),
    issuersField: ({ premium }) => (premium === undefined ? undefined : 'premium'),
    defaultActions: [{ type: 'ENDORSE_POLICY', name: 'Endorse the policy' }],
    result: { ...changeResult, premium: changePremium },
    examples: [
      {
        policyId: ids.policy,
        premium: -42.75,
        effectiveDate: '2027-03-01',
        label: 'Second location closed',
      },
      { policyId: ids.policy, quoteId: ids.quote, effectiveDate: '2027-03-01' },
    ],
  }),
  ENDORSEMENT_ACTIVATED: notification({
    firedWith: ['servicing:fire'],
    fact: {
      about: 'POLICY',
      lack: 'the policy has no endorsement',
      holds: ({ recorded }) => recorded.has('ENDORSEMENT_ISSUED'),
      event: 'ENDORSEMENT_ISSUED',
    },
    description: 'Fired by `POLICY_ENDORSE`.',
    payload: policyNotification,
    examples: [changedPolicy('ENDORSEMENT_ISSUED', 'Second location closed', { document: 'endorsement' })],
  }),
  POLICY_TRUE_UP_QUOTING: command({
    firedWith: ['servicing:fire'],
    authority: 'endorse',
    description:
      'Rates the difference between the estimated and the counted exposures, as a quote of type `TRUEUP`.',
    payload: z
      .object({
        policyId,
        trueUpRequest: z
          .object({
            effectiveDate: calendarDate.meta({
              description: 'The first day that the counted amounts apply to.',
            }),
            exposures: z
              .array(exposure)
              .min(1, 'must hold at least one exposure')
              .max(payloadLimits.exposures)
              .superRefine((exposures, context) => {
                // A type may be insured more than once, for example in each location; its amount then tells which is meant.
                const places = exposures.map(({ type, previousAmount }) =>
                  JSON.stringify([type, previousAmount]),
                );
                refuseRepeats(places, context, (index) => [index, 'type']);
              })
              .meta({ description: '1 to 1,000, each type and previous amount once.' }),
            requestedBy: label.optional().meta({ description: 'Kept with the event.' }),
          })
          .meta({ id: 'TrueUpRequest' }),
      })
      .meta({ id: 'PolicyTrueUpQuotingPayload' }),
    defaultActions: [{ type: 'QUOTE_TRUE_UP', name: 'Quote the true-up' }],
    result: quotedChangeResult,
    examples: [
      {
        policyId: ids.policy,
        trueUpRequest: {
          effectiveDate: '2027-01-01',
          exposures: [{ type: 'location.revenue', previousAmount: 900000, updatedAmount: 1150000 }],
          requestedBy: 'auditor@carrier.example',
        },
      },
    ],
  }),
  POLICY_LIMIT_CHANGED: notification({
    firedWith: ['servicing:fire'],
    authority: 'report',
    description: reportDescription,
    payload: limitReport,
    defaultActions: [recordReport],
    result: { POLICY_LIMIT_CHANGED: recordedReport.optional() },
    examples: [
      {
        policyId: ids.policy,
        effectiveDate: '2027-03-01',
        coverage: 'General liability',
        newLimit: 2000000,
        details: { requestedBy: 'Ada Baker' },
      },
      {
        ...everyRecord,
        effectiveDate: '2027-03-01',
        coverage: 'General liability',
        previousLimit: 1000000,
        newLimit: 2000000,
        description: 'Raised for a new lease',
        details: { requestedBy: 'Ada Baker' },
      },
    ],
  }),
  CLAIM_NOTIFICATION: notification({
    firedWith: ['claims:fire'],
    authority: 'report',
    description: reportDescription,
    payload: claimReport,
    defaultActions: [recordReport],
    result: { CLAIM_NOTIFICATION: recordedReport.optional() },
    examples: [
      {
        policyId: ids.policy,
        effectiveDate: '2027-02-01',
        description: 'Burst pipe in the kitchen',
        details: { adjuster: 'Tom Hill' },
      },
      {
        ...everyRecord,
        effectiveDate: '2027-02-01',
        claimNumber: 'CL-2027-0042',
        lossDate: '2027-01-30',
        reportedDate: '2027-02-01',
        status: 'OPEN',
        amount: 18000,
        description: 'Burst pipe in the kitchen',
        details: { adjuster: 'Tom Hill' },
      },
    ],
  }),
};

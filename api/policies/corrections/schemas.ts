import { z } from 'zod';
import { exampleIds } from '../../../domain/events/declarations/example-records.js';
import { coverageDate, uuid } from '../../../domain/ground/primitives.js';
import { endpoint } from '../../http/endpoint.js';
import { fullPolicy } from '../policy-schemas.js';

const acknowledged = z
  .literal(true, 'must be true: the risk has to be accepted')
  .meta({ description: '`true`: the risk is accepted.' });

const responses = {
  200: { description: 'The policy.', schema: fullPolicy },
  400: { description: 'An acknowledgment is missing, or a field is invalid. Nothing is changed.' },
  403: { description: 'The caller sees the policy, but another organization issued it.' },
  404: { description: "No such policy, or neither sold nor issued by the caller's organization." },
};

export const correctEffectiveDate = endpoint({
  method: 'post',
  path: '/danger/change/policy/effective/date',
  operationId: 'correctEffectiveDate',
  summary: "Correct a policy's effective date",
  description:
    'Moves the current term, whose length, premium and statements stay unchanged. Existing documents stay ' +
    'unchanged. The correction is kept among the policy’s events.',
  tags: ['Policies'],
  body: z
    .object({
      policyId: uuid,
      effectiveDate: coverageDate,
      riskOfChangingPolicyEffectiveDateAccepted: acknowledged,
      riskOfPolicyholderConfusionAccepted: acknowledged,
      existingDocsRemainUnchangedAccepted: acknowledged,
    })
    .meta({ id: 'EffectiveDateCorrection' }),
  bodyExample: {
    policyId: exampleIds.policy,
    effectiveDate: '2027-01-15',
    riskOfChangingPolicyEffectiveDateAccepted: true,
    riskOfPolicyholderConfusionAccepted: true,
    existingDocsRemainUnchangedAccepted: true,
  },
  responses: {
    ...responses,
    409: { description: 'The policy was canceled or has ended, or the date is not possible.' },
  },
  permission: 'policies:write',
  spec: '4.6',
});

export const correctPolicyNumber = endpoint({
  method: 'post',
  path: '/danger/change/policy/number',
  operationId: 'correctPolicyNumber',
  summary: "Correct a policy's number",
  description:
    'Changes its ledger entries, too. Existing documents stay unchanged. The correction is kept among the ' +
    'policy’s events.',
  tags: ['Policies'],
  body: z
    .object({
      policyId: uuid,
      newPolicyNumber: z
        .string()
        .trim()
        .min(1, 'must not be empty')
        .max(100)
        .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'must not have control or invisible characters'),
      riskOfChangingPolicyNumberAccepted: acknowledged,
      riskOfPolicyholderConfusionAccepted: acknowledged,
      existingDocsRemainUnchangedAccepted: acknowledged,
    })
    .meta({ id: 'PolicyNumberCorrection' }),
  bodyExample: {
    policyId: exampleIds.policy,
    newPolicyNumber: 'GL-000001-A',
    riskOfChangingPolicyNumberAccepted: true,
    riskOfPolicyholderConfusionAccepted: true,
    existingDocsRemainUnchangedAccepted: true,
  },
  responses: { ...responses, 409: { description: 'Another policy of the organization has the number.' } },
  permission: 'policies:write',
  spec: '4.6',
});

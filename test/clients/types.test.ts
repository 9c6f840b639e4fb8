import { describe, expectTypeOf, it } from 'vitest';
import type {
  Answered,
  AnswerMap,
  EffectiveDateCorrection,
  EventOf,
  FormReference,
  FullPolicyIn,
  Ioi,
  IssuedPolicy,
  PolicyContract,
  PolicyNumberCorrection,
  PremiumReport,
  QuoteMetadata,
  QuoteRequest,
  ResultOf,
  StoredDocument,
} from '../../clients/typescript/src/index.js';

// Checked by `npm run check:types`; nothing here is sent.
declare const ioi: Ioi;
const id = '1756f048-7360-84aa-b98e-966dfbbd2010';

describe('the types of the TypeScript client', () => {
  it('have the result of each event type', () => {
    expectTypeOf<ResultOf<'GET_QUOTES'>['metadata']['client']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<ResultOf<'POLICY_ENDORSE'>['metadata']['premium']>().toEqualTypeOf<number | undefined>();
    expectTypeOf<
      NonNullable<ResultOf<'POLICY_CREATE'>['metadata']['POLICY_CREATE']>['policies']
    >().toEqualTypeOf<IssuedPolicy[]>();
    expectTypeOf<ResultOf<'POLICY_CREATE'>['metadata']['PAYMENT_SETUP']>().toEqualTypeOf<unknown>();
    // What configured actions add, unless the event has a field of that name.
    expectTypeOf<ResultOf<'CLIENT_STATUS_UPDATED'>['metadata']['documents']>().toEqualTypeOf<
      FormReference[] | undefined
    >();
    expectTypeOf<ResultOf<'UPLOAD_POLICY_DOCUMENTS'>['metadata']['documents']>().toEqualTypeOf<
      StoredDocument[] | undefined
    >();
  });

  it('require the acknowledgments of a correction', () => {
    type Required = 'riskOfPolicyholderConfusionAccepted' | 'existingDocsRemainUnchangedAccepted';
    expectTypeOf<Pick<EffectiveDateCorrection, Required>>().toEqualTypeOf<Record<Required, boolean>>();
    expectTypeOf<PolicyNumberCorrection['riskOfChangingPolicyNumberAccepted']>().toEqualTypeOf<boolean>();
    // @ts-expect-error: an acknowledgment is missing
    const correction: EffectiveDateCorrection = { policyId: id, effectiveDate: '2027-01-15' };
    void correction;
  });

  it('have a report as text or a file, as its format says', () => {
    const asOf = '2027-06-30';
    expectTypeOf(() => ioi.reports.premium({ asOf })).returns.toEqualTypeOf<Answered<PremiumReport>>();
    expectTypeOf(() => ioi.reports.premium({ asOf, format: 'csv' })).returns.toEqualTypeOf<
      Answered<string>
    >();
    expectTypeOf(() => ioi.reports.premium({ asOf, format: 'xlsx' })).returns.toEqualTypeOf<
      Promise<Response>
    >();
  });

  it('have the answers of a policy in the format that is asked for', () => {
    expectTypeOf(() => ioi.policies.get(id)).returns.resolves.toEqualTypeOf<FullPolicyIn<'DAIS'>>();
    expectTypeOf(() =>
      ioi.policies.sections(id, { intakeFormat: 'KEY_VALUE' }),
    ).returns.resolves.toEqualTypeOf<FullPolicyIn<'KEY_VALUE'>>();
    expectTypeOf<FullPolicyIn<'DAIS'>['intakeAnswers']>().toEqualTypeOf<AnswerMap | null>();
    expectTypeOf<FullPolicyIn<'KEY_VALUE'>['intakeAnswers']>().toEqualTypeOf<{
      [key: string]: string;
    } | null>();
  });

  it('have the contract of a policy, and the metadata of a quote', () => {
    type Policy = NonNullable<FullPolicyIn<'DAIS'>['policy']>;
    expectTypeOf<Policy['policyContract']>().toEqualTypeOf<PolicyContract>();
    expectTypeOf<PolicyContract['productName']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<QuoteMetadata['rateMeta']>().toEqualTypeOf<{ [key: string]: string } | undefined>();
  });

  it('take the id of the event wherever one is fired', () => {
    expectTypeOf<QuoteRequest>().toHaveProperty('triggerRequestId');
    expectTypeOf<Parameters<Ioi['policies']['issue']>[0]>().toHaveProperty('triggerRequestId');
    expectTypeOf<EventOf<'POLICY_ENDORSE'>>().toHaveProperty('triggerRequestId');
  });
});

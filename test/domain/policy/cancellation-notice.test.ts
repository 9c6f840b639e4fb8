import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { eventEnvelope } from '../../../domain/events/envelope.js';
import { pathText } from '../../../domain/ground/lint-issue.js';
import {
  leastNotice,
  whyNotNoReason,
  whyNotShortNotice,
} from '../../../domain/policy/cancellation-notice.js';
import { statementsOfNotice } from '../../../domain/policy/notice-record.js';
import { policySettings } from '../../../domain/policy/policy-settings.js';
import { lintDefinition } from '../../../domain/product/lint/lint.js';
import { aProduct } from '../../support/product-factory.js';

const configId = '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f1010';
const other = '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f1020';
const reason = { configId, title: 'Fraud', ground: 'UNDERWRITING', method: 'PRO_RATA' };
const { cancellation } = policySettings.parse({
  cancellation: {
    reasons: [reason],
    notice: {
      stateQuestion: 'client.state',
      reasonRequired: true,
      days: { UNDERWRITING: { days: 30, states: { TX: 10 } } },
    },
  },
});
const ground = 'UNDERWRITING' as const;
const today = '2040-01-01';

describe('the days of notice', () => {
  it('are those of the state, else of the ground, unless the reason has its own', () => {
    expect(leastNotice(cancellation, { ground, state: 'TX' })).toBe(10);
    expect(leastNotice(cancellation, { ground, state: 'toString' })).toBe(30);
    expect(leastNotice(cancellation, { ground, state: null })).toBe(30);
    expect(leastNotice(cancellation, { ground: 'INSURED_REQUEST', state: 'TX' })).toBe(0);
    const [listed] = cancellation.reasons;
    expect(leastNotice(cancellation, { ground, state: 'TX', reason: { ...listed!, noticeDays: 0 } })).toBe(0);
  });

  it('end on the earliest day, which a refusal names', () => {
    const given = { ground, reason: undefined, state: 'TX', today };
    expect(whyNotShortNotice(cancellation, { ...given, effectiveDate: '2040-01-11' })).toBeNull();
    expect(whyNotShortNotice(cancellation, { ...given, effectiveDate: '2040-01-10' })).toEqual({
      reason:
        'Underwriting: the policy can be canceled from 2040-01-11 at the earliest, after 10 days of notice in TX',
      field: 'effectiveDate',
    });
  });

  it('need a reason of the issuer where the product says so', () => {
    const given = { reason: undefined, byIssuer: true, field: 'configId' };
    expect(whyNotNoReason(cancellation, given)).toEqual({
      reason: `the product requires a reason: use one of ${configId} (Fraud)`,
      field: 'configId',
    });
    expect(whyNotNoReason(cancellation, { ...given, byIssuer: false })).toBeNull();
  });

  it('are about what is past due, or else what is due', () => {
    const a = { id: 'a', state: 'DUE', amount: '10.00', paidAmount: '0' };
    const b = { ...a, id: 'b', state: 'PAST_DUE' };
    expect(statementsOfNotice([a, b, { ...b, id: 'c', amount: '-5.00' }])).toEqual([b]);
    expect(statementsOfNotice([a])).toEqual([a]);
  });
});

describe('how a notice was sent', () => {
  it.each([7, null, true, ['post'], {}])('is a text, not %j', (noticeSentBy) => {
    const ids = { policyId: randomUUID(), effectiveDate: '2027-06-01' };
    for (const type of ['PRE_POLICY_CANCELLATION', 'POLICY_CANCEL']) {
      const payload = { ...ids, backofficeIntake: { noticeSentBy } };
      const { error } = eventEnvelope.safeParse({ type, lineId: randomUUID(), payload });
      expect(error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([
        'payload.backofficeIntake.noticeSentBy: must be a text such as "Certified mail"',
      ]);
    }
  });
});

describe('lint of notices', () => {
  const issuesOf = (settings: object) =>
    lintDefinition({ ...aProduct(), policy: policySettings.parse({ cancellation: settings }) })
      .filter(({ path }) => pathText(path).startsWith('policy.cancellation'))
      .map(({ severity, path, message }) => `${severity} ${pathText(path)}: ${message}`);

  it.each([
    [
      {
        reasons: [
          { ...reason, code: 'A' },
          { ...reason, configId: other, code: 'A' },
        ],
      },
      'ERROR policy.cancellation.reasons[1].code: reason 1 has it already: write another one',
    ],
    [
      { reasons: [reason, reason] },
      'ERROR policy.cancellation.reasons[1].configId: reason 1 has it already: write another one',
    ],
    [
      { notice: { reasonRequired: true } },
      'ERROR policy.cancellation.notice.reasonRequired: the product has no reasons: list them in reasons',
    ],
    [
      { notice: { days: { NON_PAYMENT: { states: { TX: 10 } } } } },
      'ERROR policy.cancellation.notice.stateQuestion: is required for days by state, such as client.state',
    ],
    [
      { notice: { stateQuestion: 'client.nowhere.at.all' } },
      'ERROR policy.cancellation.notice.stateQuestion: no question outside of loops is "client.nowhere.at.all"',
    ],
  ])('finds %j', (settings, message) => {
    expect(issuesOf(settings)).toEqual([message]);
  });

  it.each([
    [{ reasons: [{ ...reason, code: 'low case' }] }, 'reasons.0.code'],
    [{ reasons: [{ ...reason, ground: 'FRAUD' }] }, 'reasons.0.ground'],
    [{ reasons: [{ ...reason, noticeDays: -1 }] }, 'reasons.0.noticeDays'],
    [{ notice: { sentBy: '' } }, 'notice.sentBy'],
    [{ notice: { days: { UNDERWRITING: { days: 366 } } } }, 'notice.days.UNDERWRITING.days'],
    [{ notice: { days: { UNDERWRITING: { states: { TX: 1.5 } } } } }, 'notice.days.UNDERWRITING.states.TX'],
  ])('refuses %j', (settings, path) => {
    const { error } = policySettings.safeParse({ cancellation: settings });
    expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([`cancellation.${path}`]);
  });
});

import { expect, it } from 'vitest';
import { deadlinesOf } from '../../../domain/policy/deadlines.js';
import { policySettings } from '../../../domain/policy/policy-settings.js';
import type { PolicyHistory } from '../../../domain/policy/timeline.js';

const settings = policySettings.parse({ cancellation: { reinstatementDays: 30 } });
const term = {
  ...{ number: 1, effectiveDate: '2027-01-01', expirationDate: '2028-01-01', layers: [] },
  ...{ cancellation: { cancelledOn: '2027-03-01' }, lapses: [] },
};
const history = { terms: [term] } as object as PolicyHistory;

it.each([
  ['2027-03-20', false, ['2027-03-31']],
  ['2027-04-20', false, []],
  ['2027-04-20', true, ['2027-04-20']],
])('on %s a policy, its reinstatement held: %s, can be reinstated until %s', (today, waits, days) => {
  const policy = { today, policyState: 'CANCELED' as never, termNumber: 1, reinstatementWaits: waits };
  expect(deadlinesOf(history, policy, settings).map(({ on }) => on)).toEqual(days);
});

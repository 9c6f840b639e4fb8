import { expect, it } from 'vitest';
import { asMeta } from '../../api/policies/policy-object.js';

it('is always there, empty for a client without a name', () => {
  expect(asMeta({ agency: { name: 'Harbor' } })).toEqual({ insuredName: '', agency: { name: 'Harbor' } });
  expect(asMeta({ insuredName: 'Bakery' })).toEqual({ insuredName: 'Bakery' });
});

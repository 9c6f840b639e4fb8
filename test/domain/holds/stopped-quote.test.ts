import { expect, it } from 'vitest';
import { stoppedComponents, stoppedQuote } from '../../../domain/quote/stopped-quote.js';

const quoted = {
  ...{ type: 'QUOTE' as const, outcome: 'QUOTED' as const, bindable: true, premium: '1800.00' },
  ...{ requiresUnderwriterApproval: false, requiresPolicyholderAcceptance: false },
  ...{ underwriterResponse: null, policyholderResponse: null, messages: [] },
  ...{ quoteDetails: { premium: {} }, expiresAt: new Date(0) },
  metadata: { rateMeta: { premium: '1800' }, components: [{ component: 'house', packagePremium: 1800 }] },
};
const component = {
  ...quoted,
  ...{ type: 'PACKAGE_COMPONENT' as const, bindable: false },
  metadata: { rateMeta: { premium: '2000' }, component: 'house', packagePremium: 1800 },
};
const stop = (action: 'DECLINE' | 'REFER') => [{ action, message: 'The hold stops it', holdId: 'hold' }];
const messages = [{ severity: 'ERROR', code: 'HOLD_DECLINED', message: 'The hold stops it', holdId: 'hold' }];
const unpriced = { outcome: 'DECLINED', premium: null, quoteDetails: null, expiresAt: null, messages };

it('leaves no price of a package that a hold declines, nor of its components', () => {
  expect(stoppedQuote(quoted, stop('DECLINE'))).toMatchObject({
    ...unpriced,
    metadata: { rateMeta: {}, components: [{ component: 'house' }] },
    type: 'DECLINE',
  });
  const [{ quote }] = stoppedComponents([{ quote: component }], stop('DECLINE')) as [{ quote: object }];
  expect(quote).toEqual({
    ...component,
    ...unpriced,
    metadata: { rateMeta: {}, component: 'house' },
  });
  expect(JSON.stringify(stoppedQuote(quoted, stop('DECLINE')))).not.toContain('1800');
});

it('leaves the prices of one that it refers', () => {
  expect(stoppedComponents([{ quote: component }], stop('REFER'))).toEqual([{ quote: component }]);
});

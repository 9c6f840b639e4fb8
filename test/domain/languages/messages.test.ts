// cspell:words techo viejo
import { expect, it } from 'vitest';
import { wordingOf } from '../../../domain/languages/wording.js';
import { stopsByRules } from '../../../domain/policy/rules-of-today.js';
import { heldFrom } from '../../../domain/quote/held-from.js';
import { messagesIn } from '../../../domain/quote/quote-wording.js';
import type { QuoteMessage, RatingResult } from '../../../domain/rating/run/result.js';

const said = 'The roof is too old';
const wording = { ...wordingOf('es', { [said]: 'El techo es viejo' }), questionTypes: new Map() };

it('translates a message behind the version and the day before it', () => {
  const message: QuoteMessage = {
    severity: 'ERROR',
    code: 'UNDERWRITING_DECLINE',
    rule: 'roof',
    message: said,
  };
  const rated = (messages: QuoteMessage[], outcome: string) => ({ messages, outcome }) as RatingResult;
  const stretch = { asSold: rated([], 'QUOTED'), today: rated([message], 'DECLINED') };
  const ofVersion = stopsByRules('9.0.0', [stretch]).map((stop) => stop.said);
  const both = stopsByRules('9.0.0', [{ ...stretch, from: '2027-02-01' }]).map((stop) => stop.said);
  const all = [...ofVersion, ...heldFrom('2027-02-01', [message]), ...both];
  expect(messagesIn(wording, all).map(({ message: text }) => text)).toEqual([
    'Version 9.0.0: El techo es viejo',
    'From 2027-02-01: El techo es viejo',
    'From 2027-02-01: Version 9.0.0: El techo es viejo',
  ]);
});

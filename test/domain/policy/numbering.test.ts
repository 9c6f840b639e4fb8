import { describe, expect, it } from 'vitest';
import { numberPattern, numberScope, policyNumber } from '../../../domain/policy/numbering.js';

const policy = { productKey: 'cyber', effectiveDate: '2026-03-09' };

describe('policyNumber', () => {
  it.each([
    ['GL-{yyyy}-{seq:6}', 12, 'GL-2026-000012'],
    ['{product}/{yy}{mm}/{seq}', 7, 'CYBER/2603/7'],
    ['{seq:2}', 12345, '12345'],
  ])('fills %s', (pattern, sequence, number) => {
    expect(policyNumber(pattern, policy, sequence)).toBe(number);
  });

  it('counts by what the pattern says besides the running number', () => {
    const next = { ...policy, effectiveDate: '2027-01-01' };
    expect(numberScope('GL-{yyyy}-{seq:6}', policy)).toBe('GL-2026-{seq}');
    expect(numberScope('GL-{yyyy}-{seq:6}', next)).not.toBe(numberScope('GL-{yyyy}-{seq:6}', policy));
    expect(numberScope('GL-{seq:6}', next)).toBe(numberScope('GL-{seq:6}', policy));
  });
});

describe('numberPattern', () => {
  it.each(['GL-{yyyy}-{seq:6}', '{seq}', 'A b/c._{seq:12}'])('takes %s', (pattern) => {
    expect(numberPattern.safeParse(pattern).success).toBe(true);
  });
  it.each(['GL-{yyyy}', '{seq}{seq:2}', '{seq:0}', '{seq:13}', '{state}-{seq}', 'Ä{seq}', ''])(
    'refuses %s',
    (pattern) => {
      expect(numberPattern.safeParse(pattern).success).toBe(false);
    },
  );
});

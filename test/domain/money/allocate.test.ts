import { describe, expect, it } from 'vitest';
import { Decimal } from '../../../domain/expression/index.js';
import { allocate } from '../../../domain/money/allocate.js';

const parts = (total: number, rated: number[], digits = 0) =>
  allocate(
    Decimal.of(total),
    rated.map((part) => Decimal.of(part)),
    digits,
  ).map((part) => part.toFixed());

describe('the allocation of a premium', () => {
  it('gives the units left to the parts that lost most', () => {
    expect(parts(100, [2, 3, 8])).toEqual(['15', '23', '62']);
  });

  it('gives the earlier of parts that lost the same the unit, however large they are', () => {
    // 90.333…, 990.333… and 269.333…: periodic fractions that are cut at different digits are equal nevertheless.
    expect(parts(1350, [271, 2971, 808])).toEqual(['91', '990', '269']);
  });

  it('splits cents where the plan rounds to cents', () => {
    expect(parts(10, [1, 1, 1], 2)).toEqual(['3.34', '3.33', '3.33']);
  });
});

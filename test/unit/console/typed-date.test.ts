import { describe, expect, it } from 'vitest';
import { dateText, partsInOrder, typedDate } from '../../../console/src/parts/typed-date.js';

describe('a date that is typed', () => {
  it('is read in the order of the country, with any separator or none, and as the interface writes it', () => {
    for (const text of ['11/23/2026', '11.23.2026', '11-23-2026', '11 23 2026', '11232026', '2026-11-23'])
      expect(typedDate(text), text).toBe('2026-11-23');
    expect(typedDate('3/5/1985')).toBe('1985-03-05');
    expect(typedDate('5/3/1985', { order: partsInOrder('es') })).toBe('1985-03-05');
  });

  it('is none while it is not whole, or not in the calendar', () => {
    for (const text of ['', '11', '11/23', '11/23/20', '2/30/2026', '13/1/2026', 'soon', '1/2/3/2026'])
      expect(typedDate(text), text).toBeUndefined();
  });

  it('has a year of two digits once the field is left', () => {
    expect(typedDate('3/5/85', { isWhole: true })).toBe('1985-03-05');
    expect(typedDate('3/5/27', { isWhole: true })).toBe('2027-03-05');
    expect(typedDate('3/5/8', { isWhole: true })).toBeUndefined();
  });

  it('is shown as it is written', () => {
    expect(dateText('2026-11-03')).toBe('11/03/2026');
    expect(dateText('2026-11-03', partsInOrder('es'))).toBe('03/11/2026');
    expect(dateText('soon')).toBe('soon');
  });
});

import { describe, expect, it } from 'vitest';
import { phoneDigits } from '../../domain/client/phone.js';

const onlyDigits = (stored: string) => stored.replace(/\D/g, '');

describe('a phone number', () => {
  it.each([
    ['+1 512 555 0142', '(512) 555-0142'],
    ['(512) 555-0142', '+1 512 555 0142'],
    ['512.555.0142', '+1 512 555 0142'],
    ['1-512-555-0142', '5125550142'],
    ['555 0142', '+1 512 555 0142'],
    ['+44 20 7946 0958', '020 7946 0958'],
    ['020 7946 0958', '+44 20 7946 0958'],
    ['0049 89 636480', '+49 89 636480'],
  ])('%s is found where %s is stored', (typed, stored) => {
    expect(onlyDigits(stored)).toContain(phoneDigits(typed));
  });

  it.each(['', '  ', 'Ana', 'GL-1000042', '12345', '2026'])('%j is none', (typed) => {
    expect(phoneDigits(typed)).toBeUndefined();
  });
});

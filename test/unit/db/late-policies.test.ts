import { expect, it } from 'vitest';
import { isSnapshot } from '../../../db/policies/late-policies.js';

it.each(['10:10:', '10:14:', '10:14:10', '10:14:10,12,13'])('takes the snapshot %s', (text) => {
  expect(isSnapshot(text)).toBe(true);
});

it.each(['', '10:14', '14:10:', '0:10:', '10:14:9', '10:14:14', '10:14:12,11', '10:14:a', '10:14:,'])(
  'takes no snapshot that PostgreSQL refuses: "%s"',
  (text) => {
    expect(isSnapshot(text)).toBe(false);
  },
);

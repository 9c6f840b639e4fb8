import { defineConfig } from 'vitest/config';
import { withServers } from './vitest.config.js';

/** Products, bodies and neighbors that mean harm; `npm test` runs all but the neighbors, and workbooks less often. */
export default defineConfig({
  test: {
    ...withServers,
    env: { BOMB_ROUNDS: '2' },
    include: ['test/hostile/**/*.test.ts', 'test/domain/actions/payload-schema.test.ts'],
  },
});

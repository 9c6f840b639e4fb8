import { defineConfig } from 'vitest/config';
import { withServers } from './vitest.config.js';

/** Products, bodies and neighbors that mean harm; `npm test` runs all but the neighbors, which take a minute. */
export default defineConfig({
  test: {
    ...withServers,
    include: ['test/hostile/**/*.test.ts', 'test/domain/actions/payload-schema.test.ts'],
  },
});

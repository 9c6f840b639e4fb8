import { defineConfig } from 'vitest/config';

const limits = { testTimeout: 60_000, hookTimeout: 120_000, pool: 'forks', maxWorkers: 2 } as const;

/** Settings of tests that need servers: they share one PostgreSQL and one Temporal server. */
export const withServers = { ...limits, globalSetup: ['test/support/global-setup.ts'] };

/** `test/domain` is pure and starts nothing. `test/crash` kills processes for minutes: `npm run test:crash`. */
export default defineConfig({
  test: {
    maxWorkers: limits.maxWorkers,
    projects: [
      { test: { ...limits, name: 'domain', include: ['test/domain/**/*.test.ts'] } },
      {
        test: {
          ...withServers,
          name: 'service',
          include: ['test/**/*.test.ts'],
          exclude: ['test/domain/**', 'test/crash/**'],
        },
      },
    ],
  },
});

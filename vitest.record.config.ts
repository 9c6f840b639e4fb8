import { defineConfig } from 'vitest/config';

const limits = { testTimeout: 240_000, hookTimeout: 600_000, pool: 'forks', maxWorkers: 3 } as const;

/** Fails a test file whose services answered by a status that the contract does not describe. */
const setupFiles = ['test/support/answered-statuses.ts'];

/** Settings of tests that need servers: they share one PostgreSQL and one Temporal server. */
export const withServers = { ...limits, setupFiles, globalSetup: ['test/support/global-setup.ts'] };

/**
 * `domain` is pure: its files share what they import, which takes most of their time otherwise. `unit` has effects on files
 * and processes, and starts no server. `service` is the rest. `test/crash` kills processes for minutes, but for its
 * short form: `npm run test:crash`.
 */
export default defineConfig({
  test: {
    maxWorkers: limits.maxWorkers,
    projects: [
      { test: { ...limits, name: 'domain', include: ['test/domain/**/*.test.ts'], isolate: false } },
      { test: { ...limits, name: 'unit', include: ['test/unit/**/*.test.ts'] } },
      {
        test: {
          ...withServers,
          name: 'service',
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: [
            'test/domain/**',
            'test/unit/**',
            'test/crash/!(short).test.ts',
            'test/hostile/neighbors.test.ts',
          ],
        },
      },
    ],
  },
});

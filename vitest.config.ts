import { defineConfig } from 'vitest/config';

const limits = { testTimeout: 60_000, hookTimeout: 120_000, pool: 'forks', maxWorkers: 2 } as const;

/** Fails a test file whose services answered by a status that the contract does not describe. */
const setupFiles = ['test/support/answered-statuses.ts'];

/** Settings of tests that need servers: they share one PostgreSQL and one Temporal server. */
export const withServers = { ...limits, setupFiles, globalSetup: ['test/support/global-setup.ts'] };

/** Tests beside those of services that need no server. One that is listed by mistake fails at `inject`. */
const plain = [
  'test/activities/{failures,outbound}.test.ts',
  'test/api/{activity-names,console,contract,error-log,event-object,fair-share,json-text,mount,null-in-requests,permissions-page,problem-codes,rate-limit,roles,worksheets-excel,worksheets-pdf}.test.ts',
  'test/clients/{generated,typescript-requests}.test.ts',
  'test/cli/{demo-key,folder-lock,free-port,product-authoring,product-impact,product-tables,progress-bar,request-drain,sdk-log,settings,temporal-binary}.test.ts',
  'test/deploy/{chart,compose}.test.ts',
  'test/documents/{file-name,layout,lint-forms,thread-pool,unpacked-size,work-under-way}.test.ts',
  'test/hostile/products.test.ts',
  'test/linearizability/checker.test.ts',
  'test/monitoring/{files,monitoring-page}.test.ts',
  'test/quotes/compare.test.ts',
  'test/reports/report-workbook.test.ts',
  'test/{documentation,supply-chain}.test.ts',
  'test/threats.test.ts',
  'test/webhooks/{hosts,notification-schemas}.test.ts',
  'test/workflows/replay.test.ts',
];

/**
 * `domain` is pure: its files share what they import, which takes most of their time otherwise. `plain` has effects on files
 * and processes, and starts no server. `service` is the rest. `test/crash` kills processes for minutes, but for its
 * short form: `npm run test:crash`.
 */
export default defineConfig({
  test: {
    maxWorkers: limits.maxWorkers,
    projects: [
      { test: { ...limits, name: 'domain', include: ['test/domain/**/*.test.ts'], isolate: false } },
      { test: { ...limits, name: 'plain', include: plain } },
      {
        test: {
          ...withServers,
          name: 'service',
          include: ['test/**/*.test.ts'],
          exclude: [
            'test/domain/**',
            'test/crash/!(short).test.ts',
            'test/hostile/neighbors.test.ts',
            ...plain,
          ],
        },
      },
    ],
  },
});

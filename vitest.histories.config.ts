import { defineConfig } from 'vitest/config';
import { withServers } from './vitest.config.js';

/** Records histories for the tests that replay them; see `docs/design/changing-workflows.md`. */
export default defineConfig({ test: { ...withServers, include: ['test/histories/record.ts'] } });

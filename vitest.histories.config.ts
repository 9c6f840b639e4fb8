import { defineConfig } from 'vitest/config';
import shared from './vitest.config.js';

/** Records histories for the tests that replay them; see `docs/changing-workflows.md`. */
export default defineConfig({
  test: { ...shared.test, include: ['test/histories/record.ts'], exclude: [] },
});

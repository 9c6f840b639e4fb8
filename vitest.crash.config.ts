import { defineConfig } from 'vitest/config';
import shared from './vitest.config.js';

/** Runs of every shape with their worker killed at every point; alone, since that takes minutes. */
export default defineConfig({
  test: { ...shared.test, include: ['test/crash/**/*.test.ts'], exclude: [] },
});

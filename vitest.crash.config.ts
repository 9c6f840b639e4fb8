import { defineConfig } from 'vitest/config';
import { withServers } from './vitest.config.js';

/** Runs of every shape with their worker killed at every point; alone, since that takes minutes. */
export default defineConfig({ test: { ...withServers, include: ['test/crash/**/*.test.ts'] } });

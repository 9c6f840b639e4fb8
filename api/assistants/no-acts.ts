import { ToolRefused } from './carry-out.js';
import type { ActsOf } from './tool.js';

/** Of an application whose assistants only read. */
export const noActs: ActsOf = () => {
  const refuse = () => Promise.reject(new ToolRefused('assistants only read here'));
  return { preview: refuse, act: refuse, status: refuse };
};

import { ToolRefused } from './carry-out.js';
import type { Acts, ActsOf } from './tool.js';

const refuse = () => Promise.reject(new ToolRefused('assistants only read here'));

/** Where assistants only read. */
export const refusedActs: Acts = { preview: refuse, act: refuse, status: refuse };

/** Of an application whose assistants only read. */
export const noActs: ActsOf = () => refusedActs;

import type { Tool } from '../tool.js';
import { find } from './find.js';

/** Every tool, in the order in which they are listed. */
export const tools: readonly Tool[] = [find];

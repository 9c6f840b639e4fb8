import type { Tool } from '../../tool.js';
import { act, actStatus } from './act.js';
import { endorse, renew } from './changes.js';
import { addNote, decideReferral, makeTask } from './desk.js';
import { cancel, reinstate } from './policies.js';
import { bind, quote } from './sales.js';

/** The tools that preview what they would change, and the one that does it. */
export const actTools: readonly Tool[] = [
  ...[quote, bind, endorse, cancel, reinstate, renew, addNote, makeTask, decideReferral],
  ...[act, actStatus],
];

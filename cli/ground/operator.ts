import os from 'node:os';
import type { Actor } from '../../domain/ground/actor.js';

/** The operator of a command: the account on this machine, which may have no name, as in a container. */
export function operator(): Actor {
  try {
    return { kind: 'OPERATOR', name: os.userInfo().username };
  } catch {
    return { kind: 'OPERATOR', name: 'operator' };
  }
}

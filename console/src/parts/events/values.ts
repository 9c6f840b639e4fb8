import type { ActionState, EventState } from '../../api/client.js';
import type { Tone } from '../badge.js';

export const eventTones: Record<EventState, Tone> = {
  ACCEPTED: undefined,
  RUNNING: 'info',
  COMPLETED: 'good',
  CANCELLED: undefined,
  FAILED: 'bad',
};
export const eventStates = Object.keys(eventTones) as EventState[];

export const actionTones: Record<ActionState, Tone> = {
  PLANNED: undefined,
  RUNNING: 'info',
  WAITING: 'warn',
  SUCCEEDED: 'good',
  FAILED: 'bad',
  CANCELLED: undefined,
  SKIPPED: undefined,
  NOT_RUN: undefined,
};

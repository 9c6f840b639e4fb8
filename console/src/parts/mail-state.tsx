import type { Mail } from '../api/client.js';
import { word } from '../texts/texts.js';
import { Badge, type Tone } from './badge.js';

const tones: Record<Mail['state'], Tone> = {
  WAITING: 'info',
  SENDING: 'info',
  SENT: 'good',
  REFUSED: 'bad',
  UNCONFIRMED: 'warn',
  BOUNCED: 'bad',
  COMPLAINED: 'bad',
  NOT_SENT: 'warn',
  CANCELED: undefined,
  TO_PRINT: 'info',
  POSTED: 'good',
};

export const mailStates = Object.keys(tones) as [Mail['state'], ...Mail['state'][]];

export function MailStateBadge({ state }: { state: Mail['state'] }) {
  return <Badge tone={tones[state]}>{word('mailState', state)}</Badge>;
}

import type { ThroughAssistant } from './author.js';

/** Who changed something: a person, an API key, or an operator at the command line. */
export interface Actor extends ThroughAssistant {
  kind: 'USER' | 'API_KEY' | 'OPERATOR';
  /** Of a person; the label of a key; the operator's account on the machine. */
  name: string;
  personId?: string;
  /** The key, without its secret. */
  apiKey?: string;
}

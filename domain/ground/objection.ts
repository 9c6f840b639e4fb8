/** Why something cannot be done, and the field of the payload that it is about. */
export interface Objection {
  reason: string;
  field?: string;
}

/** Why a request cannot be fulfilled, and the payload field at fault. */
export interface Objection {
  reason: string;
  field?: string;
}

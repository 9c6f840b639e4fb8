/** What a clock's bar is about. */
export interface ClockOf {
  clockId: string | null | undefined;
  /** The client whose page it is. */
  clientId?: string | undefined;
  /** The policy whose page it is. */
  policyId?: string | undefined;
}

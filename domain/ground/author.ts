export const authorKinds = ['USER', 'API_KEY', 'SERVICE'] as const;

/** Who did something to a policy, as it is stored with the record. */
export type Author = {
  kind: (typeof authorKinds)[number];
  /** Of the person, of the key without its secret, or of the organization; none for the service. */
  id?: string;
  /** Of the person; the label of a key. */
  name?: string;
  organizationId?: string;
  organizationName?: string;
  /** The signed-in person. */
  personId?: string;
  /** The assistant through which it was done, as its client names itself. */
  assistant?: string;
};

/** The service itself: by a date that has come, or because of another event. */
export const theService: Author = { kind: 'SERVICE', name: 'Service' };

/** A decision with its author. */
export type Decided<Decision> = Decision & { createdBy?: Author };

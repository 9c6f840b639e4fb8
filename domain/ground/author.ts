export const authorKinds = ['USER', 'API_KEY', 'SERVICE', 'ORGANIZATION'] as const;

/** Who did something to a policy, as it is stored with the record. */
export type Author = {
  /** `ORGANIZATION`: only the organization is known, as the record is older than the recording of authors. */
  kind: (typeof authorKinds)[number];
  /** Of the person, of the key without its secret, or of the organization; none for the service. */
  id?: string;
  /** Of the person; the label of a key. */
  name?: string;
  organizationId?: string;
  organizationName?: string;
  /** The signed-in person. */
  personId?: string;
};

/** The service itself: by a date that has come, or because of another event. */
export const theService: Author = { kind: 'SERVICE', name: 'Service' };

/** A decision with its author; decisions from before authors were kept have none. */
export type Decided<Decision> = Decision & { createdBy?: Author };

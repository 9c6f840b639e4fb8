export const authorKinds = ['USER', 'API_KEY', 'SERVICE'] as const;

/** The assistant that a key or a person worked through, and the person who let it act. */
export type ThroughAssistant = {
  /** The name that the assistant's program gives itself. */
  assistant?: string;
  /** The person who released the act, where it waited for one. */
  releasedBy?: { personId: string; name: string };
};

/** Who did something to a policy, as it is stored with the record. */
export type Author = ThroughAssistant & {
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

/** A decision with its author. */
export type Decided<Decision> = Decision & { createdBy?: Author };

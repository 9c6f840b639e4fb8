/** An event's end that an endpoint is to be told of. */
export interface EventToTell {
  triggerRequestId: string;
  endpointId: string;
  /** Which repeat of the event's failed actions has ended; 0 for the event's own run. */
  runRetry: number;
}

/** A delivery, and which of its workflows is at work: an earlier one has nothing to say any more. */
export interface DeliveryRun {
  deliveryId: string;
  /** How often it was sent anew. */
  resends: number;
}

export type DeliveryToMake = EventToTell | DeliveryRun;

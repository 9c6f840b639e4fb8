/** The end of an event's run, to be delivered to an endpoint. */
export interface EventToDeliver {
  triggerRequestId: string;
  endpointId: string;
  /** The number of the retry that has ended; 0 for the event's first run. */
  runRetry: number;
}

/** A delivery and which sending of it; an earlier one no longer counts. */
export interface DeliveryRun {
  deliveryId: string;
  /** The number of resends. */
  resends: number;
}

export type DeliveryToMake = EventToDeliver | DeliveryRun;

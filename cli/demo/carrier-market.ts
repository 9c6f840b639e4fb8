import type { OutboundEndpoints } from '../../activities/outbound/endpoints.js';
import type { Database } from '../../db/database.js';
import { outboundSecretOf } from '../../db/identity/outbound-secrets.js';
import type { InboundService } from '../carrier-simulator/deliver.js';
import { startCarrierSimulator } from '../carrier-simulator/simulator.js';
import type { Lifecycle } from '../parts/lifecycle.js';
import type { Settings } from '../settings/settings.js';
import { demoCarrier } from './organizations.js';
import type { Demo } from './prepare.js';

/** The endpoint that the demo product `cyber` names. */
export const simulatorEndpoint = 'carrier-simulator';

export interface CarrierMarket {
  /** The settings' endpoints and, with demo data, the simulator's. */
  endpoints: OutboundEndpoints;
  /** Gives the simulator the address of the service, for late answers. */
  serviceIsAt(baseUrl: string): void;
}

/** Starts a carrier for the demo data; none without demo data, or if the settings name one. */
export async function startCarrierMarket(
  db: Database,
  demo: Pick<Demo, 'organizations'>,
  { outboundEndpoints }: Settings,
  lifecycle: Lifecycle,
): Promise<CarrierMarket> {
  const owner = demo.organizations.find(({ id }) => id === demoCarrier.id);
  if (owner === undefined || Object.hasOwn(outboundEndpoints, simulatorEndpoint)) {
    return { endpoints: outboundEndpoints, serviceIsAt: () => undefined };
  }
  let service: InboundService | undefined;
  const simulator = await startCarrierSimulator({
    port: 0,
    secret: await outboundSecretOf(db, owner.id),
    service: () => service,
  });
  lifecycle.onStop('the carrier simulator', simulator.stop);
  return {
    endpoints: {
      ...outboundEndpoints,
      [simulatorEndpoint]: { url: new URL(simulator.url), private: true, organizationId: owner.id },
    },
    serviceIsAt: (baseUrl) => {
      service = { baseUrl, apiKey: owner.apiKey, apiSecret: owner.apiSecret };
    },
  };
}

import { type ApiKey, ioi } from '../../../api/client.js';
import { RotateSecret } from '../rotate-secret.js';
import { labelOf } from './key-list.js';

/** As the service has it. */
const mostHours = 720;

export function RotateKey({ found, close }: { found: ApiKey; close: () => void }) {
  return (
    <RotateSecret
      name={labelOf(found)}
      mostHours={mostHours}
      hours={168}
      changes={[['keys'], ['audit']]}
      rotate={async (previousValidHours) =>
        (await ioi.administration.rotateApiKey(found.apiKey, { previousValidHours })).apiSecret
      }
      close={close}
    />
  );
}

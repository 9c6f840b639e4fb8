import type { DemoAccess as ShownKey } from '../../api/reference/demo-access.js';
import { isLoopback } from '../parts/http-server.js';
import type { Settings } from '../settings/settings.js';
import type { DemoAccess } from './demo-file.js';

/** The demo insurer's key for the reference page, where nobody but the developer reaches the page. */
export function demoKeyFor(
  { environment, publicUrl, host }: Pick<Settings, 'environment' | 'publicUrl' | 'host'>,
  [insurer]: readonly Pick<DemoAccess, 'name' | 'apiKey' | 'apiSecret'>[],
): ShownKey | undefined {
  const isPrivate = environment === 'DEV' && publicUrl === undefined && isLoopback(host);
  if (!isPrivate || insurer === undefined) return undefined;
  return { organization: insurer.name, key: insurer.apiKey, secret: insurer.apiSecret };
}

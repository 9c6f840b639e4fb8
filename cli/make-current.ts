import { setTimeout as sleep } from 'node:timers/promises';
import { CommandFailure } from './ground/command-failure.js';
import { connectToTemporal } from './parts/temporal.js';
import type { Settings } from './settings/settings.js';

const patienceMs = 60_000;
const retryMs = 1_000;

/** gRPC's NOT_FOUND and FAILED_PRECONDITION: workers of the version have not polled yet. */
const notYet: readonly unknown[] = [5, 9];

/**
 * Makes the version of `TEMPORAL_WORKER_BUILD_ID` the current one of its deployment, or the workers without a version.
 * Waits a minute for its workers. New runs, and the next tasks of all others, then go to them.
 */
export async function makeCurrent(settings: Settings, unversioned: boolean): Promise<string> {
  const { temporalAddress: address, temporalSecurity: security, temporalNamespace: namespace } = settings;
  if (address === undefined || settings.workerVersion === undefined) {
    throw new CommandFailure(
      'Set TEMPORAL_ADDRESS, TEMPORAL_DEPLOYMENT_NAME and TEMPORAL_WORKER_BUILD_ID, as for the workers.',
    );
  }
  const { deploymentName, buildId } = settings.workerVersion;
  const wanted = unversioned ? 'workers without a version' : `version ${buildId}`;
  const request = { namespace, deploymentName, buildId: unversioned ? '' : buildId };
  const connection = await connectToTemporal({ address, security });
  try {
    for (const deadline = Date.now() + patienceMs; ; await sleep(retryMs)) {
      try {
        await connection.workflowService.setWorkerDeploymentCurrentVersion(request);
        return `Current of ${deploymentName}: ${wanted}.`;
      } catch (error) {
        const { code, message } = error as { code?: number; message: string };
        if (!notYet.includes(code)) throw error;
        if (Date.now() > deadline) {
          throw new CommandFailure(`${wanted} of ${deploymentName} cannot be made current: ${message}`);
        }
      }
    }
  } finally {
    await connection.close();
  }
}

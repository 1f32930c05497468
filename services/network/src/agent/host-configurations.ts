import type { NeutronConfig } from '../config.ts'
import type { NetworkAgentDriver } from '../driver/network-agent-driver.ts'
import { physicalDevices } from '../physical-devices.ts'
import { offeredResources } from './offered-resources.ts'

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The configurations that an L2 agent reports, from its options: physical networks, bandwidth and packet rates. */
export const hostConfigurations = (
  options: NeutronConfig['linux_bridge'],
  host: string,
  { configurations }: Pick<NetworkAgentDriver, 'configurations'>,
): Readonly<Record<string, unknown>> => {
  const devices = physicalDevices(options)
  const { interface_mappings: ofDriver } = configurations
  return {
    ...(Object.keys(devices).length > 0
      ? { interface_mappings: { ...(isRecord(ofDriver) ? ofDriver : {}), ...devices } }
      : {}),
    ...offeredResources(options, host),
  }
}

import type { DeviceAddress } from '@nimbo/contracts/compute-rpc/device-address'
import type { ServerId } from '@nimbo/kernel/ids'

/** Tells where guests find their devices. */
export interface FindsDevices {
  /**
   * The addresses of a guest's disks and interfaces, whether it runs or not; devices on a bus without addresses are left out.
   * Empty for a server that is not on this host.
   */
  addresses(id: ServerId): Promise<readonly DeviceAddress[]>
}

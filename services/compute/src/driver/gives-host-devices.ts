import type { HostDevice } from '../domain/pci/host-device.ts'

/** A device that the driver of a physical device creates from a part of it, such as a virtual GPU. */
export interface MediatedDevice {
  readonly uuid: string
  readonly parentAddress: string
  /** For example `nvidia-35`. */
  readonly type: string
}

/** Gives devices of the host to guests. */
export interface GivesHostDevices {
  /** The PCI devices of a node. */
  list(node: string): Promise<readonly HostDevice[]>
  /** The ids of the existing mediated devices. */
  mdevs(): Promise<readonly string[]>
  /** Creates a mediated device unless it exists. */
  makeMdev(mdev: MediatedDevice): Promise<void>
  /** Removes a mediated device. Idempotent. */
  removeMdev(uuid: string): Promise<void>
}

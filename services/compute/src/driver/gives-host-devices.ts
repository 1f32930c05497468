import type { HostDevice } from '../domain/pci/host-device.ts'

/** A device that the driver of a physical one makes of a part of it, such as a virtual GPU. */
export interface MediatedDevice {
  readonly uuid: string
  readonly parentAddress: string
  /** `nvidia-35`. */
  readonly type: string
}

/** Gives devices of the host to guests. */
export interface GivesHostDevices {
  /** The PCI devices of a node. */
  list(node: string): Promise<readonly HostDevice[]>
  /** The ids of the mediated devices that are there. */
  mdevs(): Promise<readonly string[]>
  /** Makes a mediated device that is not there yet. */
  makeMdev(mdev: MediatedDevice): Promise<void>
  /** Removes it. Idempotent. */
  removeMdev(uuid: string): Promise<void>
}

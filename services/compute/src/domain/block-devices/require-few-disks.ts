import { errors } from '../../errors.ts'

/** Throws `TooManyDiskDevices` for more disks than `max_disk_devices_to_attach`; a negative maximum means no limit. */
export const requireFewDisks = (count: number, maximum: number): void => {
  if (maximum >= 0 && count > maximum) throw errors.TooManyDiskDevices({ maximum })
}

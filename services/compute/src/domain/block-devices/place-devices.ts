import { newId } from '@nimbo/kernel/ids'
import { errors } from '../../errors.ts'
import { bareDevice, nextDevice, prefixOn, rootDevice } from './device-names.ts'
import { isEphemeral, isSwap } from './local-disks.ts'
import type { BlockDevice, UnplacedDevice } from '../servers/request-spec.ts'

/** The order in which free names are assigned: root, local disks, then the rest. */
const rankOf = (device: UnplacedDevice): number => {
  if (device.bootIndex === 0) return 0
  if (isEphemeral(device)) return 1
  return isSwap(device) ? 2 : 3
}

/** Throws when two devices request the same name. */
const requireOwnPlaces = (devices: readonly UnplacedDevice[], bootsFromImage: boolean): void => {
  const taken = new Set<string>()
  const root = bareDevice(devices.find(({ bootIndex }) => bootIndex === 0)?.deviceName ?? rootDevice)
  for (const { deviceName, sourceType, bootIndex } of devices) {
    if (deviceName === undefined) continue
    const name = bareDevice(deviceName)
    if (bootsFromImage && sourceType === 'volume' && bootIndex !== 0 && name === root)
      throw errors.BadRequest({
        reason: `The volume cannot be assigned the same device name as the root device ${root}`,
      })
    if (taken.has(name) || (bootIndex !== 0 && name === root))
      throw errors.InvalidBlockDevice({ reason: `The supplied device path (${deviceName}) is in use.` })
    taken.add(name)
  }
}

/** Assigns device names according to their buses. */
export const placedDevices = (
  devices: readonly UnplacedDevice[],
  { bootsFromImage }: { readonly bootsFromImage: boolean },
): BlockDevice[] => {
  requireOwnPlaces(devices, bootsFromImage)
  const taken = devices.flatMap(({ deviceName }) => deviceName ?? [])
  return devices
    .map((device, position) => ({ device, position }))
    .sort((one, other) => rankOf(one.device) - rankOf(other.device) || one.position - other.position)
    .map(({ device, position }) => {
      const deviceName = device.deviceName ?? nextDevice(taken, prefixOn(device.diskBus))
      taken.push(deviceName)
      return { position, placed: { ...device, id: newId(), deviceName } }
    })
    .sort((one, other) => one.position - other.position)
    .map(({ placed }) => placed)
}

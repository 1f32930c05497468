import type { GivesHostDevices } from '@nimbo/compute/driver/gives-host-devices'

export type FakePciDevice = Awaited<ReturnType<GivesHostDevices['list']>>[number]

/** The PCI devices configured for a fake host; mediated devices can be made on those that list mediated types. */
export const fakeHostDevices = (devices: readonly FakePciDevice[]): GivesHostDevices => {
  const made = new Map<string, string>()
  return {
    list: async () => devices,
    mdevs: async () => [...made.keys()],
    makeMdev: async ({ uuid, parentAddress, type }) => {
      if (made.has(uuid)) return
      const kind = `${parentAddress} ${type}`
      const parent = devices.find(({ address }) => address === parentAddress)
      const most = parent?.mdevTypes?.find(({ id }) => id === type)?.instances ?? 0
      if ([...made.values()].filter((one) => one === kind).length >= most)
        throw new Error(`${parentAddress} has no more room for a device of the type ${type}`)
      made.set(uuid, kind)
    },
    removeMdev: async (uuid) => void made.delete(uuid),
  }
}

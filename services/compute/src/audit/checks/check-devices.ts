import type { Census } from '../census.ts'
import type { Finding } from '../finding.ts'
import type { SeenDevice } from '../picture.ts'
import type { Check } from './check.ts'

const about = ({ id, host, cellId, claimId }: SeenDevice) => ({
  ...{ resource: { type: 'pci-device', id }, serverId: claimId },
  ...{ host, cellId },
})

/** Whether the server of a claim is deleted or on another host, so that it does not need the device. */
const isOutlived = (census: Census, { claimId, host, cellId }: SeenDevice): boolean => {
  const server = census.server(claimId)
  if (server === undefined) return census.standing(claimId) === 'gone'
  // A host that did not answer frees the devices of an evacuated server by itself when it comes back.
  return (server.host !== host || server.cellId !== cellId) && !census.misses('host', host)
}

/** PCI devices that are held for servers or migrations which have ended, and for ports that their servers have lost. */
export const checkDevices: Check = (census) => {
  const moves = new Map(census.migrations.map(({ id, serverId }) => [id, serverId]))
  const moving = new Set(moves.values())
  return census.devices.flatMap((device): Finding[] => {
    const { address, host, claimId, requestId, ofFlavor } = device
    if (moves.has(claimId) || moving.has(claimId) || census.busy(claimId)) return []
    if (isOutlived(census, device))
      return [
        {
          ...about(device),
          kind: 'device-without-server',
          problem: `PCI device ${address} of ${host} is held for ${claimId}, and no such server is there.`,
        },
      ]
    const server = census.server(claimId)
    const known = server === undefined || ofFlavor || server.portIds.includes(requestId)
    if (known || server.vmState === 'building' || server.taskState !== null) return []
    return [
      {
        ...about(device),
        kind: 'device-without-request',
        problem: `PCI device ${address} of ${host} is held for server ${claimId}, which neither asks for it nor has a port on it.`,
      },
    ]
  })
}

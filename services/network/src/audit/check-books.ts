import {
  floatingIpOwner,
  routerCentralOwner,
  routerDistributedOwner,
  routerGatewayOwner,
  routerHaOwner,
  routerInterfaceOwner,
} from '../resources/port/device-owners.ts'
import { subPortOwner } from '../resources/trunk/bind-sub-ports.ts'
import type { Finding } from './finding.ts'
import type { BookedPort, Books } from './look-at-books.ts'

const ownersOfRouters: ReadonlySet<string> = new Set([
  ...[routerInterfaceOwner, routerDistributedOwner, routerGatewayOwner],
  ...[routerCentralOwner, routerHaOwner],
])

const aboutPort = (
  { id, device_id, device_owner }: BookedPort,
  { routers, floatingIps, subPorts }: Books,
): readonly Finding[] => {
  const about = { resource: { type: 'port', id }, host: null }
  if (ownersOfRouters.has(device_owner) && !routers.has(device_id))
    return [
      {
        ...{ kind: 'port-of-gone-router', ...about },
        problem: `The port ${id} (${device_owner}) belongs to the router ${device_id}, which is gone.`,
      },
    ]
  if (device_owner === floatingIpOwner && !floatingIps.has(device_id))
    return [
      {
        ...{ kind: 'port-of-gone-floating-ip', ...about },
        problem: `The port ${id} holds the address of the floating IP ${device_id}, which is gone.`,
      },
    ]
  if (device_owner === subPortOwner && !subPorts.has(id))
    return [
      {
        ...{ kind: 'sub-port-of-gone-trunk', ...about },
        problem: `The port ${id} is marked as the sub-port of a trunk, and no trunk has it.`,
      },
    ]
  return []
}

const aboutCount = ([id, off]: readonly [string, number]): Finding => ({
  ...{ kind: 'ports-miscounted', resource: { type: 'project', id }, host: null },
  problem: `The count of the project's ports, which its quota is held against, is ${Math.abs(off)} too ${off > 0 ? 'high' : 'low'}.`,
})

/** Finds contradictions within the database. */
export const checkBooks = (books: Books): readonly Finding[] => [
  ...books.ports.flatMap((port) => aboutPort(port, books)),
  ...[...books.miscounted].map(aboutCount),
]

/** Two hosts for tests, and ports of routers that run on both. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RouterPort } from '@nimbo/network/driver/runs-routers'
import { ip, port, type Segment, segment } from './guests.ts'
import { Machine } from './machine.ts'

/** A port of a router: `wired` for the agent that wires it, `end` for the one that runs the router. */
export const routerPort = (network: Segment, last: number, address: string) => {
  const wired = { ...port(network, last, []), addresses: [], filtered: false }
  const end: RouterPort = { id: wired.id, mac: wired.mac, mtu: 1400, addresses: [address] }
  return { wired, end }
}

export const numbered = (vni: number): Segment => ({ ...segment(), mtu: 1400, segmentationId: vni })

/** Starts two hosts, connected by a pair of veth devices. */
export const twoHosts = async (machines: AsyncDisposableStack): Promise<readonly [Machine, Machine]> => {
  const base = await mkdtemp(join(tmpdir(), 'nimbo-election-'))
  machines.defer(() => rm(base, { recursive: true, force: true }))
  const [cloud, wire] = [`test ${randomUUID()}`, randomUUID().slice(0, 8)]
  const one = machines.use(new Machine(cloud, join(base, 'one'), '192.0.2.1', '192.0.2.2'))
  const two = machines.use(new Machine(cloud, join(base, 'two'), '192.0.2.2', '192.0.2.1'))
  ip('link', 'add', 'name', `up1${wire}`, 'type', 'veth', 'peer', 'name', `up2${wire}`)
  await one.begin(`up1${wire}`)
  await two.begin(`up2${wire}`)
  return [one, two]
}

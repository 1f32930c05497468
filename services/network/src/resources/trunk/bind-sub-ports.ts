import type { Port, port } from '@nimbo/contracts/network/port'
import type { Trunk } from '@nimbo/contracts/network/trunk'
import { timestamp } from '@nimbo/kernel/clock'
import type { Change } from '@nimbo/resource/hooks'
import type { Inside } from '../../app/deps.ts'
import { ports } from '../port/ports.ts'
import { subPortsOf, trunks } from './trunks.ts'

/** The device owner of sub-ports. */
export const subPortOwner = 'trunk:subport'

/** Whether the L2 agent of a host reports that it supports trunks. */
const carriesTrunks = async ({ db }: Inside, host: string): Promise<boolean> => {
  if (host === '') return false
  const agents = await db.selectFrom('agents').select('configurations').where('host', '=', host).execute()
  return agents.some(({ configurations }) => JSON.parse(configurations).carries_trunks === true)
}

/** Binds sub-ports to the host of the parent port; they follow its status where the agent supports trunks. */
export const placeSubPorts = async (
  inside: Inside,
  trunkId: string,
  parent: Pick<Port, 'binding:host_id' | 'device_id'>,
): Promise<Trunk['status']> => {
  const { deps, ctx, db, afterwards } = inside
  const host = parent['binding:host_id']
  const carried = await carriesTrunks(inside, host)
  const subPorts = (await subPortsOf(db, [trunkId])).get(trunkId) ?? []
  const ids = subPorts.map(({ port_id }) => port_id)
  if (host !== '' && ids.length > 0) afterwards(() => deps.hosts.portsChanged(ctx, host, ids))
  for (const { port_id } of subPorts) {
    const place = { 'binding:host_id': host, 'binding:vif_type': host === '' ? 'unbound' : 'other' }
    const status = carried ? 'ACTIVE' : 'DOWN'
    await ports.update(
      db,
      port_id,
      { ...place, status, device_owner: host === '' ? '' : subPortOwner, device_id: '' },
      timestamp(deps.clock),
    )
  }
  const status = carried ? 'ACTIVE' : 'DOWN'
  await trunks.update(db, trunkId, { status }, timestamp(deps.clock))
  return status
}

/** Unbinds a removed sub-port; its host removes what was set up for it. */
export const freeSubPort = async (
  { deps, ctx, db, afterwards }: Inside,
  portId: string,
  host: string,
): Promise<void> => {
  if (host !== '') afterwards(() => deps.hosts.portsGone(ctx, host, [portId]))
  await ports.update(
    db,
    portId,
    {
      ...{ 'binding:host_id': '', 'binding:vif_type': 'unbound' },
      ...{ status: 'DOWN', device_owner: '', trunk_id: null },
    },
    timestamp(deps.clock),
  )
}

/** Sub-ports follow their parent port to another host. */
export const followParent = async (inside: Inside, { before, after }: Change<typeof port>): Promise<void> => {
  if (before['binding:host_id'] === after['binding:host_id']) return
  const trunk = after.trunk_id === null ? undefined : await trunks.plain(inside.db, 'all', after.trunk_id)
  if (trunk?.port_id !== after.id) return
  const { deps, ctx, db, afterwards } = inside
  const left = before['binding:host_id']
  const ids = ((await subPortsOf(db, [trunk.id])).get(trunk.id) ?? []).map(({ port_id }) => port_id)
  if (left !== '' && ids.length > 0) afterwards(() => deps.hosts.portsGone(ctx, left, ids))
  await placeSubPorts(inside, trunk.id, after)
}

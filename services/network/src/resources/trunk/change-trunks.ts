import { type PlainTrunk, type SubPortRequest, type Trunk, trunk } from '@nimbo/contracts/network/trunk'
import type { Context } from '@nimbo/kernel/context'
import type { Deps, Inside, Owned } from '../../app/deps.ts'
import { created, remove, updated } from '../../app/life.ts'
import { refreshed } from '../../app/refreshed.ts'
import { standardValues } from '../../app/standard-values.ts'
import { checkQuota } from '../../quotas/check-quota.ts'
import { ports } from '../port/ports.ts'
import { freeSubPort, placeSubPorts } from './bind-sub-ports.ts'
import { checkedSubPorts, knownPort } from './check-sub-ports.ts'
import { errors } from './errors.ts'
import { checkNotTrunked, joinTrunk } from './trunk-of-port.ts'
import { deleteSubPort, insertSubPorts, trunks } from './trunks.ts'

const checkEnabled = ({ id, admin_state_up }: PlainTrunk): void => {
  if (!admin_state_up) throw errors.TrunkDisabled({ id })
}

const createOne = async (inside: Inside, values: Owned<typeof trunk>): Promise<Trunk> => {
  const { deps, db } = inside
  const port = await knownPort(inside, values.port_id)
  await checkNotTrunked(inside, port)
  // A parent port that is already bound would have to be plugged again.
  if (port['binding:host_id'] !== '') throw errors.ParentPortInUse({ portId: port.id })
  await checkQuota(inside, trunk, values.project_id)
  const { sub_ports: asked, ...row } = values
  const begun = standardValues(deps.clock)
  const subPorts = await checkedSubPorts(inside, { id: port.id, port }, [], asked)
  await trunks.insert(db, { ...row, ...begun, status: 'DOWN' })
  await insertSubPorts(db, begun.id, subPorts)
  for (const portId of [port.id, ...subPorts.map(({ port_id }) => port_id)])
    await joinTrunk(inside, portId, begun.id)
  const made = await refreshed(trunks, db, begun.id)
  await created(inside, trunk, values, made)
  return made
}

export const createTrunks =
  (deps: Deps) =>
  (ctx: Context, items: readonly Owned<typeof trunk>[]): Promise<Trunk[]> =>
    deps.transaction(ctx, async (inside) => {
      const all: Trunk[] = []
      for (const values of items) all.push(await createOne(inside, values))
      return all
    })

/** Adds or removes sub-ports of a trunk. */
const changing =
  (change: (inside: Inside, before: Trunk, asked: readonly SubPortRequest[]) => Promise<void>) =>
  (deps: Deps) =>
  (ctx: Context, { id }: PlainTrunk, asked: readonly SubPortRequest[]): Promise<Trunk> =>
    deps.transaction(ctx, async (inside) => {
      const { db } = inside
      const before = await refreshed(trunks, db, id)
      checkEnabled(before)
      await change(inside, before, asked)
      await placeSubPorts(inside, id, await refreshed(ports, db, before.port_id))
      const after = await refreshed(trunks, db, id)
      await updated(inside, trunk, {}, { before, after })
      return after
    })

export const addSubPorts = changing(async (inside, before, asked) => {
  const { id } = before
  if (before.status === 'ERROR') throw errors.TrunkInErrorState({ id })
  const port = await refreshed(ports, inside.db, before.port_id)
  const added = await checkedSubPorts(inside, { id, port }, before.sub_ports, asked)
  await insertSubPorts(inside.db, id, added)
  for (const { port_id } of added) await joinTrunk(inside, port_id, id)
})

export const removeSubPorts = changing(async (inside, { id, port_id: parentId }, asked) => {
  const { 'binding:host_id': host } = await refreshed(ports, inside.db, parentId)
  for (const { port_id: portId } of asked) {
    if (!(await deleteSubPort(inside.db, id, portId))) throw errors.SubPortNotFound({ trunkId: id, portId })
    await freeSubPort(inside, portId, host)
  }
})

export const deleteTrunk =
  (deps: Deps) =>
  (ctx: Context, found: PlainTrunk): Promise<void> =>
    deps.transaction(ctx, async (inside) => {
      checkEnabled(found)
      const { id } = found
      const { sub_ports: subPorts, port_id } = await refreshed(trunks, inside.db, id)
      const parent = await refreshed(ports, inside.db, port_id)
      if (parent['binding:host_id'] !== '') throw errors.TrunkInUse({ id })
      for (const each of subPorts) await freeSubPort(inside, each.port_id, '')
      await joinTrunk(inside, port_id, null)
      await remove(inside, trunks, found)
    })

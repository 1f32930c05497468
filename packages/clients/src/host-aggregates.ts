import {
  addHost,
  createAggregate,
  deleteAggregate,
  listAggregates,
  removeHost,
} from '@nimbo/contracts/compute/aggregates'
import type { Context } from '@nimbo/kernel/context'
import { isRemote, unlessNotFound } from '@nimbo/operation/client/remote-fault'
import type { ServiceClient } from './service-client.ts'

/** Nova's host aggregates, by name. */
export interface HostAggregates {
  /**
   * Creates the aggregate unless it exists, and adds and removes hosts until it has these. Resolves to its UUID, which is also
   * its name in placement, and to the hosts that Nova does not know (yet).
   */
  put(
    ctx: Context,
    name: string,
    hosts: readonly string[],
  ): Promise<{ readonly uuid: string; readonly unknown: readonly string[] }>
  /** Removes the aggregate's hosts and then the aggregate. Idempotent. */
  remove(ctx: Context, name: string): Promise<void>
}

/** Compute must be called with 2.41 or later, which shows UUIDs of aggregates. */
export const hostAggregates = (compute: ServiceClient): HostAggregates => {
  const named = async (ctx: Context, name: string) =>
    (await compute.call(ctx, listAggregates)).aggregates.find((one) => one.name === name)

  const take = async (ctx: Context, aggregate_id: string, host: string): Promise<void> => {
    const path = { aggregate_id }
    await unlessNotFound(compute.call(ctx, removeHost, { path, body: { remove_host: { host } } }))
  }

  /** Whether Nova knows the host. */
  const add = async (ctx: Context, aggregate_id: string, host: string): Promise<boolean> => {
    try {
      await compute.call(ctx, addHost, { path: { aggregate_id }, body: { add_host: { host } } })
    } catch (error) {
      if (isRemote(error, 404)) return false
      if (!isRemote(error, 409)) throw error
    }
    return true
  }

  return {
    put: async (ctx, name, hosts) => {
      const known = await named(ctx, name)
      const { id, uuid } =
        known ?? (await compute.call(ctx, createAggregate, { body: { aggregate: { name } } })).aggregate
      const had = known?.hosts ?? []
      for (const host of had) if (!hosts.includes(host)) await take(ctx, String(id), host)
      const unknown: string[] = []
      for (const host of hosts)
        if (!had.includes(host) && !(await add(ctx, String(id), host))) unknown.push(host)
      return { uuid, unknown }
    },
    remove: async (ctx, name) => {
      const known = await named(ctx, name)
      if (!known) return
      const aggregate_id = String(known.id)
      for (const host of known.hosts) await take(ctx, aggregate_id, host)
      await unlessNotFound(compute.call(ctx, deleteAggregate, { path: { aggregate_id } }))
    },
  }
}

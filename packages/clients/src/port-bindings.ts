import {
  activatePortBinding,
  createPortBinding,
  deletePortBinding,
  listPortBindings,
  type PortBinding,
} from '@nimbo/contracts/network/port-bindings'
import type { Context } from '@nimbo/kernel/context'
import type { JsonObject } from '@nimbo/kernel/json'
import { isRemote, unlessNotFound } from '@nimbo/operation/client/remote-fault'
import type { ServiceClient } from './service-client.ts'

/** Bindings of a port to several hosts, of which one is active. */
export interface PortBindingClient {
  bindings(ctx: Context, portId: string): Promise<readonly Pick<PortBinding, 'host' | 'status'>[]>
  /** Idempotent. The profile is that of the new binding. */
  bind(ctx: Context, portId: string, host: string, profile?: JsonObject): Promise<void>
  /** Idempotent. */
  activate(ctx: Context, portId: string, host: string): Promise<void>
  /** Idempotent. */
  unbind(ctx: Context, portId: string, host: string): Promise<void>
}

const unlessDone = async (code: string, asked: Promise<unknown>): Promise<void> => {
  try {
    await asked
  } catch (error) {
    if (!isRemote(error, 409) || error.details.code !== code) throw error
  }
}

export const portBindingClient = (network: ServiceClient): PortBindingClient => ({
  bindings: async (ctx, port_id) =>
    (await network.call(ctx, listPortBindings, { path: { port_id }, query: {} })).bindings,
  bind: (ctx, port_id, host, profile) => {
    const binding = { host, ...(profile === undefined ? {} : { profile }) }
    const asked = { path: { port_id }, body: { binding } }
    return unlessDone('PortBindingAlreadyExists', network.call(ctx, createPortBinding, asked))
  },
  activate: (ctx, port_id, host) =>
    unlessDone(
      'PortBindingAlreadyActive',
      network.call(ctx, activatePortBinding, { path: { port_id, host } }),
    ),
  unbind: async (ctx, port_id, host) => {
    await unlessNotFound(network.call(ctx, deletePortBinding, { path: { port_id, host } }))
  },
})

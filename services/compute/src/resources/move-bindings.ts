import type { NetworkClient } from '@nimbo/clients/network'
import type { PortBindingClient } from '@nimbo/clients/port-bindings'
import type { Context } from '@nimbo/kernel/context'
import { type PortAllocations, profileWith } from '../domain/networks/port-requests.ts'
import { profileWithoutDevice } from '../domain/pci/port-requests.ts'
import { isRemote } from '@nimbo/operation/client/remote-fault'
import { defineErrors, fault } from '@nimbo/kernel/errors'

interface Deps {
  readonly network: Pick<NetworkClient, 'ports'>
  readonly bindings: PortBindingClient
}

interface OnHost {
  readonly serverId: string
  readonly host: string
}

interface Beside extends OnHost {
  /** The providers that serve the server's ports on that host. */
  readonly portAllocations?: PortAllocations | undefined
}

const errors = defineErrors({
  PortBindingFailed: fault<{ portId: string }>(
    'unavailable',
    ({ portId }) => `Binding failed for port ${portId}, please check neutron logs for more information.`,
  ),
})

const portsOf = ({ network }: Deps, ctx: Context, { serverId }: OnHost) =>
  network.ports(ctx, { device_id: serverId }, ['id', 'binding:host_id', 'binding:profile'])

/**
 * Creates inactive bindings of a server's ports on a further host, with their profiles except the parts about a host.
 * Throws `PortBindingFailed`.
 */
export const bindBeside = async (deps: Deps, ctx: Context, on: Beside): Promise<void> => {
  for (const { id, 'binding:profile': profile } of await portsOf(deps, ctx, on))
    try {
      const kept = profileWithoutDevice(profileWith(profile, on.portAllocations?.[id]))
      const asked = Object.keys(kept).length === 0 ? undefined : kept
      await deps.bindings.bind(ctx, id, on.host, asked)
    } catch (error) {
      throw isRemote(error, 409) ? errors.PortBindingFailed({ portId: id }, { cause: error }) : error
    }
}

/** Activates the bindings of a server's ports on another host. */
export const activateOn = async (deps: Deps, ctx: Context, on: OnHost): Promise<void> => {
  for (const { id, 'binding:host_id': host } of await portsOf(deps, ctx, on))
    if (host !== on.host) await deps.bindings.activate(ctx, id, on.host)
}

/** Deletes all bindings of a server's ports except those of one host. */
export const keepBinding = async (deps: Deps, ctx: Context, on: OnHost): Promise<void> => {
  for (const { id } of await portsOf(deps, ctx, on)) {
    const bound = await deps.bindings.bindings(ctx, id)
    if (bound.some(({ host, status }) => host === on.host && status !== 'ACTIVE'))
      await deps.bindings.activate(ctx, id, on.host)
    for (const { host } of bound) if (host !== on.host) await deps.bindings.unbind(ctx, id, host)
  }
}

import { type PlainPort, port } from '@nimbo/contracts/network/port'
import type { PortBinding } from '@nimbo/contracts/network/port-bindings'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { JsonObject } from '@nimbo/kernel/json'
import type { Deps } from '../../app/deps.ts'
import { updated } from '../../app/life.ts'
import { refreshed } from '../../app/refreshed.ts'
import { errors as general } from '../../errors.ts'
import { spread } from '../../hosts/spread-ports.ts'
import { errors as networkErrors } from '../network/errors.ts'
import { networks } from '../network/networks.ts'
import { bindingFailedVif, bindToHost } from '../port/bind-port.ts'
import { wholeCardVif } from '../port/bind-to-card.ts'
import { isServerPort } from '../port/device-owners.ts'
import { ports } from '../port/ports.ts'
import { errors } from './errors.ts'
import { bindingsOf, dropBinding, keepBinding } from './port-bindings.ts'

/** Throws unless the port belongs to a server: only those can have several bindings. */
export const checkMoves = (found: PlainPort): void => {
  if (!isServerPort(found))
    throw general.BadRequest({
      resource: 'port',
      reason: `Invalid port ${found.id}. Operation only valid on compute and shared filesystem ports`,
    })
}

/** The port's binding to a host. Throws when there is none. */
export const bindingOn = async (deps: Deps, found: PlainPort, host: string): Promise<PortBinding> => {
  const binding = (await bindingsOf(deps.db, found)).find((each) => each.host === host)
  if (!binding) throw errors.PortBindingNotFound({ portId: found.id, host })
  return binding
}

interface Asked {
  readonly host: string
  readonly profile: JsonObject
}

/** Writes the port's active binding, and tells the old and the new host. */
const hangOn = (
  deps: Deps,
  ctx: Context,
  found: PlainPort,
  binding: PortBinding | undefined,
): Promise<void> =>
  deps.transaction(ctx, async (inside) => {
    const { db, afterwards } = inside
    const before = await refreshed(ports, db, found.id)
    const [active] = (await bindingsOf(db, before)).filter(({ status }) => status === 'ACTIVE')
    if (active && binding) await keepBinding(db, found.id, active)
    if (binding) await dropBinding(db, found.id, binding.host)
    const columns = {
      'binding:host_id': binding?.host ?? '',
      'binding:vif_type': binding?.vif_type ?? 'unbound',
      'binding:vif_details': JSON.parse(JSON.stringify(binding?.vif_details ?? {})),
      'binding:profile': JSON.parse(JSON.stringify(binding?.profile ?? {})),
      status: binding?.vif_type === wholeCardVif ? 'ACTIVE' : 'DOWN',
    } as const
    await ports.update(db, found.id, columns, timestamp(deps.clock))
    const after = await refreshed(ports, db, found.id)
    await updated(inside, port, {}, { before, after })
    afterwards(() => spread(deps, ctx, [after, before]))
  })

/** Creates a binding: active when it is the first, otherwise inactive until the server moves there. */
export const createBinding = async (
  deps: Deps,
  ctx: Context,
  found: PlainPort,
  { host, profile }: Asked,
): Promise<PortBinding> => {
  const known = await bindingsOf(deps.db, found)
  if (known.some((each) => each.host === host))
    throw errors.PortBindingAlreadyExists({ portId: found.id, host })
  const network = await networks.plain(deps.db, 'all', found.network_id)
  if (!network) throw networkErrors.NetworkNotFound({ id: found.network_id })
  const bound = await bindToHost(deps)(ctx, network, host, found['binding:vnic_type'])
  if (bound['binding:vif_type'] === bindingFailedVif)
    throw errors.PortBindingError({ portId: found.id, host })
  const binding = {
    ...{ host, profile, vnic_type: found['binding:vnic_type'], project_id: found.project_id },
    vif_type: bound['binding:vif_type'],
    vif_details: { ...bound['binding:vif_details'] },
  }
  const isFirst = found['binding:host_id'] === ''
  if (isFirst) await hangOn(deps, ctx, found, { ...binding, status: 'ACTIVE' })
  else await keepBinding(deps.db, found.id, binding)
  return { ...binding, status: isFirst ? 'ACTIVE' : 'INACTIVE' }
}

/** Activates one of a port's bindings; the previous one becomes inactive. */
export const activateBinding = async (
  deps: Deps,
  ctx: Context,
  found: PlainPort,
  host: string,
): Promise<PortBinding> => {
  const binding = await bindingOn(deps, found, host)
  if (binding.status === 'ACTIVE') throw errors.PortBindingAlreadyActive({ portId: found.id, host })
  await hangOn(deps, ctx, found, binding)
  return { ...binding, status: 'ACTIVE' }
}

export const deleteBinding = async (
  deps: Deps,
  ctx: Context,
  found: PlainPort,
  host: string,
): Promise<void> => {
  const binding = await bindingOn(deps, found, host)
  if (binding.status === 'ACTIVE') await hangOn(deps, ctx, found, undefined)
  else await dropBinding(deps.db, found.id, host)
}

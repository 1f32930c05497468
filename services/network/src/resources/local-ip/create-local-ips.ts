import { type LocalIp, localIp } from '@nimbo/contracts/network/local-ip'
import type { Port } from '@nimbo/contracts/network/port'
import type { Context } from '@nimbo/kernel/context'
import type { Deps, Inside, Owned } from '../../app/deps.ts'
import { created } from '../../app/life.ts'
import { refreshed } from '../../app/refreshed.ts'
import { standardValues } from '../../app/standard-values.ts'
import { allocateAddresses } from '../../ipam/allocate-addresses.ts'
import { checkQuota } from '../../quotas/check-quota.ts'
import { errors as networkErrors } from '../network/errors.ts'
import { networks } from '../network/networks.ts'
import { localIpOwner } from '../port/device-owners.ts'
import { errors as portErrors } from '../port/errors.ts'
import { insertPort } from '../port/insert-port.ts'
import { ownPort } from '../port/own-port.ts'
import { ports } from '../port/ports.ts'
import { addressMeant } from './address-meant.ts'
import { errors } from './errors.ts'
import { localIps } from './local-ips.ts'

type Asked = Owned<typeof localIp>

/** Creates the port that reserves the local IP's address on the network. */
const makePort = async (inside: Inside, id: string, asked: Asked, networkId: string): Promise<Port> => {
  const { deps, ctx, db } = inside
  const network = await networks.plain(db, deps.callers.scopeOf(ctx), networkId)
  if (!network) throw networkErrors.NetworkNotFound({ id: networkId })
  const made = await insertPort(inside, () =>
    ownPort({
      network_id: networkId,
      project_id: asked.project_id,
      device_id: id,
      device_owner: localIpOwner,
      status: 'DOWN',
      'binding:host_id': '',
    }),
  )
  const { local_ip_address: address } = asked
  await allocateAddresses(db, made, address === null ? undefined : [{ ip_address: address }], deps.random)
  return refreshed(ports, db, made.id)
}

const portMeant = async (inside: Inside, id: string, asked: Asked): Promise<Port> => {
  const { deps, ctx, db } = inside
  const { local_port_id: portId, network_id: networkId } = asked
  if (portId === null) {
    if (networkId === null) throw errors.LocalIPPortOrNetworkRequired()
    return makePort(inside, id, asked, networkId)
  }
  const port = await ports.get(db, deps.callers.scopeOf(ctx), portId)
  if (!port) throw portErrors.PortNotFound({ id: portId })
  return port
}

const createOne = async (inside: Inside, values: Asked): Promise<LocalIp> => {
  await checkQuota(inside, localIp, values.project_id)
  const begun = standardValues(inside.deps.clock)
  const port = await portMeant(inside, begun.id, values)
  const row = {
    ...values,
    ...begun,
    local_port_id: port.id,
    network_id: port.network_id,
    local_ip_address: addressMeant(port, values.local_ip_address),
  }
  await localIps.insert(inside.db, row)
  await created(inside, localIp, values, row)
  return row
}

export const createLocalIps =
  (deps: Deps) =>
  (ctx: Context, items: readonly Asked[]): Promise<LocalIp[]> =>
    deps.transaction(ctx, async (inside) => {
      const all: LocalIp[] = []
      for (const values of items) all.push(await createOne(inside, values))
      return all
    })

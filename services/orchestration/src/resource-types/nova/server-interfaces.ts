import { isDeepStrictEqual } from 'node:util'
import { attachInterface, detachInterface, listInterfaces } from '@nimbo/contracts/compute/server-interfaces'
import { unlessNotFound } from '@nimbo/operation/client/remote-fault'
import type { Change, Standing } from '../../resource-type/handling.ts'
import { present } from '../../resource-type/present.ts'
import { requestOf } from './server-networks.ts'
import type { ServerNetwork, ServerProperties } from './server-properties.ts'

type Server = Standing<ServerProperties>

type Networks = readonly ServerNetwork[]

const without = (all: Networks, others: Networks): Networks =>
  all.filter((one) => !others.some((other) => isDeepStrictEqual(one, other)))

const plugged = async ({ clients, id }: Server) =>
  (await clients.compute.call(listInterfaces, { path: { server_id: id } })).interfaceAttachments

type Plugged = Awaited<ReturnType<typeof plugged>>[number]

const isOf = (
  { port_id, net_id, fixed_ips }: Plugged,
  { port, network, fixed_ip }: ServerNetwork,
): boolean => {
  if (port !== undefined) return port_id === port
  const hasAddress =
    fixed_ip === undefined || (fixed_ips ?? []).some(({ ip_address }) => ip_address === fixed_ip)
  return network !== undefined && net_id === network && hasAddress
}

/** Detaches interfaces that were removed from the template, and attaches new ones. */
export const changeInterfaces = async (
  server: Server,
  { before }: Change<ServerProperties>,
): Promise<void> => {
  const { clients, id, properties } = server
  const [was, is] = [before.networks ?? [], properties.networks ?? []]
  const path = { server_id: id }
  const standing = await plugged(server)
  for (const gone of without(was, is)) {
    const port_id = standing.find((one) => isOf(one, gone))?.port_id
    if (port_id !== undefined)
      await unlessNotFound(clients.compute.call(detachInterface, { path: { ...path, port_id } }))
  }
  const spare = standing.filter((one) => !without(was, is).some((gone) => isOf(one, gone)))
  for (const fresh of without(is, was)) {
    // An earlier run may have attached it.
    if (fresh.port !== undefined && spare.some((one) => isOf(one, fresh))) continue
    const { request } = await requestOf(server, fresh, is.indexOf(fresh))
    const interfaceAttachment = present({
      port_id: request.port ?? undefined,
      net_id: request.uuid,
      fixed_ips: request.fixed_ip === undefined ? undefined : [{ ip_address: request.fixed_ip }],
      tag: request.tag,
    })
    await clients.compute.call(attachInterface, { path, body: { interfaceAttachment } })
  }
}

/** Whether removed interfaces are detached and new ones attached; both continue after the API's reply. */
export const arePlugged = async (server: Server, { before }: Change<ServerProperties>): Promise<boolean> => {
  const [was, is] = [before.networks ?? [], server.properties.networks ?? []]
  const gone = without(was, is)
  const fresh = without(is, was).filter(({ port, network }) => port !== undefined || network !== undefined)
  if (gone.length === 0 && fresh.length === 0) return true
  const standing = await plugged(server)
  const isStanding = (given: ServerNetwork) => standing.some((one) => isOf(one, given))
  const isLeft = (one: Plugged) =>
    gone.some((network) => isOf(one, network)) && !is.some((network) => isOf(one, network))
  return fresh.every(isStanding) && !standing.some(isLeft)
}

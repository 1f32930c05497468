import type { Port } from '@nimbo/contracts/network/port'
import type { PlainRouter } from '@nimbo/contracts/network/router'
import {
  type RouterInterface,
  routerInterfaceNotifications,
} from '@nimbo/contracts/network/router-interfaces'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { uuid } from '@nimbo/resource/describe/value-types'
import type { Deps, Inside } from '../../../app/deps.ts'
import { followCentre } from '../distribution/central-ports.ts'
import { badRouter } from '../errors.ts'
import { routers } from '../routers.ts'
import { reportRunning } from '../schedule-router.ts'
import { joinPort, joinSubnet } from './add-interface.ts'
import { leave, type MeantInterface } from './remove-interface.ts'

const shown = (
  { id, project_id }: PlainRouter,
  { id: port_id, network_id, fixed_ips }: Port,
): RouterInterface => {
  const subnet_ids = [...new Set(fixed_ips.map(({ subnet_id }) => subnet_id))]
  const [subnet_id = ''] = subnet_ids
  return { id, tenant_id: project_id, project_id, port_id, network_id, subnet_id, subnet_ids }
}

const known: readonly string[] = ['port_id', 'subnet_id', 'tenant_id']

/** The `subnet_id` or `port_id` of the body; at least one is required. */
const meantBy = (body: unknown): MeantInterface => {
  const given: Readonly<Record<string, unknown>> =
    typeof body === 'object' && body !== null ? { ...body } : {}
  const idAt = (name: 'port_id' | 'subnet_id'): string | undefined => {
    if (given[name] === undefined || given[name] === null) return undefined
    const result = uuid.accept(given[name])
    if ('problem' in result) throw badRouter(result.problem)
    return result.value
  }
  const unknown = Object.keys(given).filter((name) => !known.includes(name))
  if (unknown.length > 0) throw badRouter(`Invalid inputs: ${unknown.join(', ')}`)
  const [port_id, subnet_id] = [idAt('port_id'), idAt('subnet_id')]
  if (port_id === undefined && subnet_id === undefined)
    throw badRouter('Either subnet_id or port_id must be specified')
  return { ...(port_id === undefined ? {} : { port_id }), ...(subnet_id === undefined ? {} : { subnet_id }) }
}

/** Adding or removing an interface counts as a change of the router. */
const changing = (
  deps: Deps,
  ctx: Context,
  router: PlainRouter,
  verb: keyof typeof routerInterfaceNotifications,
  work: (inside: Inside) => Promise<Port>,
): Promise<RouterInterface> =>
  deps.transaction(ctx, async (inside) => {
    const port = await work(inside)
    const told = shown(router, port)
    await routers.update(inside.db, router.id, {}, timestamp(deps.clock))
    const payload = { router_interface: told }
    await deps.notices.happened(inside, routerInterfaceNotifications[verb], router.id, payload)
    await followCentre(inside, router)
    await reportRunning(inside, router.id)
    inside.afterwards(() => deps.hosts.dhcpChangedSoon([port.network_id]))
    return told
  })

/** `add_router_interface`: by the subnet or port in the body. */
export const addInterface =
  (deps: Deps) =>
  (ctx: Context, router: PlainRouter, body: unknown): Promise<RouterInterface> => {
    const { port_id: portId, subnet_id: subnetId } = meantBy(body)
    if (portId !== undefined && subnetId !== undefined)
      throw badRouter('Cannot specify both subnet-id and port-id')
    return changing(deps, ctx, router, 'create', (inside) =>
      portId === undefined ? joinSubnet(inside, router, subnetId ?? '') : joinPort(inside, router, portId),
    )
  }

/** `remove_router_interface`: by the subnet or port in the body. */
export const removeInterface =
  (deps: Deps) =>
  (ctx: Context, router: PlainRouter, body: unknown): Promise<RouterInterface> => {
    const meant = meantBy(body)
    return changing(deps, ctx, router, 'delete', (inside) => leave(inside, router, meant))
  }

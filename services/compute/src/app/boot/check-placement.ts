import type { Clock } from '@nimbo/kernel/clock'
import { aggregates } from '../../db/aggregates.ts'
import type { Databases } from '../../db/cells/databases.ts'
import { computeNodes } from '../../db/hosts/compute-nodes.ts'
import { hostMappings } from '../../db/cells/host-mappings.ts'
import { readZone, zonesOfHosts } from '../../domain/hosts/availability-zones.ts'
import { errors } from '../../errors.ts'
import type { ComputeConfig } from '../compute-options.ts'
import type { BootRequest, CheckedRequest } from './boot-request.ts'

interface Deps {
  readonly databases: Databases
  readonly config: ComputeConfig
  readonly clock: Clock
}

type Placement = Pick<
  CheckedRequest,
  'availabilityZone' | 'forcedHost' | 'forcedNode' | 'requestedHost' | 'requestedNode'
>

/** The requested zone, and for admins the host: forced (`zone:host:node`), or since 2.74 requested. */
export const checkPlacement =
  (deps: Deps) =>
  async ({ server, enforce }: BootRequest): Promise<Placement> => {
    const asked = readZone(server.availability_zone ?? '')
    if (!asked)
      throw errors.BadRequest({ reason: 'Invalid input received: Unable to parse availability_zone' })
    if (asked.host ?? asked.node) enforce('os_compute_api:servers:create:forced_host')
    if (server.host ?? server.hypervisor_hostname) {
      enforce('compute:servers:create:requested_destination')
      if (asked.host ?? asked.node)
        throw errors.BadRequest({
          reason:
            'One mechanism with host and/or hypervisor_hostname and another mechanism with zone:host:node are mutually exclusive.',
        })
    }
    const { host: requestedHost, hypervisor_hostname: requestedNode } = server
    await requireDestination(deps, asked.host ?? requestedHost, asked.node ?? requestedNode)
    const zone = asked.zone ?? deps.config.DEFAULT.default_schedule_zone
    if (zone !== undefined) await requireZone(deps, zone)
    return {
      availabilityZone: zone,
      ...{ forcedHost: asked.host, forcedNode: asked.node, requestedHost, requestedNode },
    }
  }

/** Throws Nova's 400 for a zone without hosts. */
export const requireZone = async (
  { databases, config, clock }: Pick<Deps, 'databases' | 'config' | 'clock'>,
  zone: string,
): Promise<void> => {
  if (zone === config.DEFAULT.default_availability_zone) return
  const zones = new Set(zonesOfHosts(await aggregates(databases.api, clock).list()).values())
  if (!zones.has(zone))
    throw errors.BadRequest({ reason: 'The requested availability zone is not available' })
}

const requireDestination = async (
  { databases, clock }: Deps,
  host: string | undefined,
  node: string | undefined,
): Promise<void> => {
  if (host === undefined && node === undefined) return
  const refuse = (what: string): never => {
    throw errors.BadRequest({ reason: `Compute host ${what} could not be found.` })
  }
  const mapped = await hostMappings(databases.api, clock).list()
  const candidates = host === undefined ? mapped : mapped.filter((one) => one.host === host)
  if (candidates.length === 0) refuse(host ?? node ?? '')
  if (node === undefined) return
  const nodes = await Promise.all(
    candidates.map(async (one) => computeNodes(await databases.cell(one.cell_id), clock).ofHost(one.host)),
  )
  if (!nodes.flat().some((known) => known.node === node)) refuse(node)
}

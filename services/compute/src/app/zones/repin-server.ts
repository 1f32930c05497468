import type { Clock } from '@nimbo/kernel/clock'
import type { Databases } from '../../db/cells/databases.ts'
import { requestSpecs } from '../../db/servers/request-specs.ts'
import { errors } from '../../errors.ts'

interface Deps {
  readonly databases: Databases
  readonly clock: Clock
}

/** The zone of the server's host, and the zone to pin the server to; null unpins it. */
export interface Pinning {
  readonly currentZone: string
  readonly zone: string | null
}

/** Pins a server to its current zone, or unpins it. Throws `Conflict` for another zone. */
export const repinServer =
  ({ databases, clock }: Deps) =>
  async (serverId: string, { currentZone, zone }: Pinning): Promise<void> => {
    const specs = requestSpecs(databases.api, clock)
    const spec = await specs.find(serverId)
    if (!spec) throw errors.ServerNotFound({ id: serverId })
    const { availabilityZone: pinned, ...free } = spec
    if (zone === (pinned ?? null)) return
    if (zone === null) return specs.update(free)
    if (pinned !== undefined)
      throw errors.Conflict({
        reason:
          'Cannot change pinned availability zone directly. Unpin first by setting pinned_availability_zone to null.',
      })
    if (zone !== currentZone)
      throw errors.Conflict({
        reason: `Server can only be pinned to its current availability zone '${currentZone}', but '${zone}' was requested.`,
      })
    await specs.update({ ...spec, availabilityZone: zone })
  }

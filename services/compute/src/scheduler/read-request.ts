import type { Clock } from '@nimbo/kernel/clock'
import { groupHosts, seenMembers } from '../app/group-places.ts'
import type { Databases } from '../db/cells/databases.ts'
import { requestedServer } from '../db/requested-server.ts'
import { bootsFromVolume } from '../domain/scheduling/requested-resources.ts'
import type { SchedulingRequest } from '../domain/scheduling/scheduling-request.ts'
import { errors } from './scheduler-errors.ts'

export interface ReadRequestDeps {
  readonly databases: Databases
  readonly clock: Clock
}

/** What a server asked for, and where the other members of its group count now. */
export const readRequest = (deps: ReadRequestDeps) => {
  const members = seenMembers(deps)
  const hosts = groupHosts(deps)
  return async (serverId: string, ignoreHosts: readonly string[]): Promise<SchedulingRequest> => {
    const requested = await requestedServer(deps.databases.api, serverId)
    if (requested === undefined) throw errors.RequestSpecMissing({ serverId })
    const { spec, build } = requested
    const request = { spec, bootsFromVolume: bootsFromVolume(build?.blockDevices ?? []), ignoreHosts }
    if (spec.group === undefined) return { ...request, groupHosts: {}, groupMembers: new Map() }
    const groupMembers = await members(spec.group.id)
    return { ...request, groupMembers, groupHosts: await hosts(spec.group.id, serverId, groupMembers) }
  }
}

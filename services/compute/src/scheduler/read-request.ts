import type { Clock } from '@nimbo/kernel/clock'
import { everyCell } from '../app/every-cell.ts'
import type { Databases } from '../db/cells/databases.ts'
import { instances } from '../db/instances.ts'
import { requestedServer } from '../db/requested-server.ts'
import { serverGroups } from '../db/server-groups.ts'
import { bootsFromVolume } from '../domain/scheduling/requested-resources.ts'
import type { SchedulingRequest } from '../domain/scheduling/scheduling-request.ts'
import { errors } from './scheduler-errors.ts'

export interface ReadRequestDeps {
  readonly databases: Databases
  readonly clock: Clock
}

/** What a server asked for, and where the other members of its group are now. */
export const readRequest =
  ({ databases, clock }: ReadRequestDeps) =>
  async (serverId: string, ignoreHosts: readonly string[]): Promise<SchedulingRequest> => {
    const requested = await requestedServer(databases.api, serverId)
    if (requested === undefined) throw errors.RequestSpecMissing({ serverId })
    const { spec, build } = requested
    return {
      spec,
      bootsFromVolume: bootsFromVolume(build?.blockDevices ?? []),
      ignoreHosts,
      groupHosts:
        spec.group === undefined ? {} : await hostsOfGroup({ databases, clock }, spec.group.id, serverId),
    }
  }

const hostsOfGroup = async (
  { databases, clock }: ReadRequestDeps,
  groupId: string,
  except: string,
): Promise<Readonly<Record<string, number>>> => {
  const members = await serverGroups(databases.api, clock).membersOf(groupId)
  const others = members.filter((id) => id !== except)
  const counts: Record<string, number> = {}
  if (others.length === 0) return counts
  for (const { host } of await everyCell({ databases }, (cell) =>
    instances(cell, clock).findParts(others, ['host']),
  ))
    if (host !== null) counts[host] = (counts[host] ?? 0) + 1
  return counts
}

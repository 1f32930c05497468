import type { Census } from '../census.ts'
import type { Finding } from '../finding.ts'
import type { SeenHost } from '../picture.ts'
import type { Check } from './check.ts'
import { hasDomain } from './has-domain.ts'

const isHere = (census: Census, { host, cellId }: SeenHost, serverId: string): boolean => {
  const server = census.server(serverId)
  return server !== undefined && server.host === host && server.cellId === cellId
}

/** Whether the host certainly should not have the server. */
const isMisplaced = (census: Census, seen: SeenHost, serverId: string): boolean =>
  !isHere(census, seen, serverId) &&
  !census.busy(serverId) &&
  ['live', 'gone'].includes(census.standing(serverId))

const strayDomains = (census: Census, seen: SeenHost): Finding[] =>
  seen.domains
    .filter((serverId) => isMisplaced(census, seen, serverId))
    .map((serverId) => {
      const { host, cellId } = seen
      const about = { resource: { type: 'domain', id: serverId }, serverId, host, cellId }
      const home = census.hosts.find(
        (other) => other !== seen && isHere(census, other, serverId) && other.domains.includes(serverId),
      )
      if (home !== undefined)
        return {
          ...about,
          kind: 'server-on-several-hosts',
          problem: `Server ${serverId} has a domain on ${host}, and another on ${home.host}, where it belongs.`,
        }
      if (census.server(serverId) === undefined && census.mapping(serverId) === undefined)
        return {
          ...about,
          kind: 'domain-unknown',
          problem: `Host ${host} has a domain ${serverId}, and the cloud knows no such server.`,
        }
      return {
        ...about,
        kind: 'domain-without-server',
        problem: `Host ${host} has a domain of server ${serverId}, which is gone from there.`,
      }
    })

const strayFiles = (census: Census, seen: SeenHost): Finding[] =>
  seen.directories
    .filter((serverId) => !seen.domains.includes(serverId) && isMisplaced(census, seen, serverId))
    .map((serverId) => ({
      kind: 'files-without-server',
      resource: { type: 'directory', id: serverId },
      ...{ serverId, host: seen.host, cellId: seen.cellId },
      problem: `Host ${seen.host} has files of server ${serverId}, which is gone from there.`,
    }))

const missingServers = (census: Census, { host, cellId, domains }: SeenHost): Finding[] => {
  const there = new Set(domains)
  return census.servers
    .filter(
      (server) => server.host === host && server.cellId === cellId && census.server(server.id) === server,
    )
    .filter((server) => hasDomain(server) && !there.has(server.id) && !census.busy(server.id))
    .map(({ id }) => ({
      kind: 'server-missing-on-host',
      resource: { type: 'server', id },
      ...{ serverId: id, host, cellId },
      problem: `Server ${id} runs on ${host}, and its hypervisor has no such domain.`,
    }))
}

/** Compares what hosts have with what they should have. Hosts that did not answer are left out. */
export const checkHosts: Check = (census) =>
  census.hosts.flatMap((host) => [
    ...strayDomains(census, host),
    ...strayFiles(census, host),
    ...missingServers(census, host),
  ])

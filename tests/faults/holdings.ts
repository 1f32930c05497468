import assert from 'node:assert/strict'
import type { Client } from '@nimbo/testkit/client'
import type { FakeGuest } from '@nimbo/testkit/fake-guests'
import type { ServerView } from '@nimbo/testkit/servers'
import type { FaultCloud } from './fault-cloud.ts'
import type { Beside } from './move.ts'

const listOf = async <Item>(
  asked: Promise<{ status: number; body: Record<string, Item[]> }>,
  key: string,
) => {
  const { status, body } = await asked
  assert.equal(status, 200, JSON.stringify(body))
  return body[key] ?? []
}

const claims = async ({ placement }: Client): Promise<string[]> => {
  const providers = await listOf<{ uuid: string; name: string }>(
    placement.get('/resource_providers'),
    'resource_providers',
  )
  const each = await Promise.all(
    providers.map(async ({ uuid, name }) => {
      const { body } = await placement.get(`/resource_providers/${uuid}/allocations`)
      return Object.keys(body.allocations).map((consumer) => `claim of ${consumer} on ${name}`)
    }),
  )
  return each.flat()
}

interface ListedPort {
  readonly device_id: string
  readonly device_owner: string
  readonly status: string
  readonly 'binding:host_id': string
}

const ports = async ({ network }: Client): Promise<string[]> => {
  const all = await listOf<ListedPort>(network.get('/v2.0/ports'), 'ports')
  return all
    .filter(({ device_owner }) => !device_owner.startsWith('network:'))
    .map((port) => `port of ${port.device_id} on ${port['binding:host_id']}, ${port.status}`)
}

interface ListedVolume {
  readonly id: string
  readonly status: string
  readonly attachments: readonly { readonly server_id: string; readonly host_name: string }[]
}

const volumes = async ({ volume, projectId }: Client): Promise<string[]> => {
  const all = await listOf<ListedVolume>(volume.get(`/v3/${projectId}/volumes/detail`), 'volumes')
  return all.map(({ status, attachments }) => {
    const [holder] = attachments
    return holder === undefined
      ? `volume of nobody, ${status}`
      : `volume of ${holder.server_id} on ${holder.host_name}, ${status}`
  })
}

const attachments = async ({ volume, projectId }: Client): Promise<string[]> => {
  const all = await listOf<{ instance: string; status: string }>(
    volume.get(`/v3/${projectId}/attachments/detail`),
    'attachments',
  )
  return all.map(({ instance, status }) => `attachment of ${instance}, ${status}`)
}

const lineOfDomain = ({ host, id, volumes, ports }: FakeGuest): string =>
  `domain of ${id} on ${host}, ${volumes} volumes, ${ports} ports`

/** Everything that the cloud holds for servers, in one line each: claims, ports, volumes, attachments, domains. */
export const holdings = async (cloud: Pick<FaultCloud, 'admin' | 'domains'>): Promise<readonly string[]> => {
  const { admin } = cloud
  const domains = await cloud.domains()
  const found = await Promise.all([claims(admin), ports(admin), volumes(admin), attachments(admin)])
  return [...found.flat(), ...domains.map(lineOfDomain)].sort()
}

/** The parts of a running server, and what exists besides. */
export interface Parts extends Beside {
  readonly volume: boolean
}

const times = (count: number, line: string): readonly string[] => Array.from({ length: count }, () => line)

/** The holdings of a cloud in which only this server runs; with a server in ERROR, only what belongs to no server. */
export const wholeHoldings = (
  { id, status, 'OS-EXT-SRV-ATTR:host': host }: ServerView,
  { volume, volumes = 0, ports = 0, free = [] }: Parts,
): readonly string[] => {
  if (status !== 'ACTIVE') return free.toSorted()
  const [allVolumes, allPorts] = [volumes + (volume ? 1 : 0), ports + 1]
  return [
    ...[`claim of ${id} on ${host}`, `domain of ${id} on ${host}, ${allVolumes} volumes, ${allPorts} ports`],
    ...times(allPorts, `port of ${id} on ${host}, ACTIVE`),
    ...times(allVolumes, `volume of ${id} on ${host}, in-use`),
    ...times(allVolumes, `attachment of ${id}, attached`),
    ...free,
  ].sort()
}

import assert from 'node:assert/strict'
import { runOnPostgresql } from '@nimbo/db/run-on-postgresql'
import type { Client } from './client.ts'

interface PlacedHosts {
  /** The names of the compute hosts. */
  readonly hosts: readonly string[]
  readonly database: (name: string) => string
}

const names = (found: readonly unknown[], key: string): readonly string[] =>
  found.map((one) => String((one as Record<string, unknown>)[key]))

/** The hosts known to each component that a build needs. */
const knownHosts = async (
  admin: Client,
  { database }: PlacedHosts,
): Promise<Readonly<Record<string, readonly string[]>>> => {
  const [services, providers, agents, mapped] = await Promise.all([
    admin.compute.get('/os-services?binary=nova-compute'),
    admin.placement.get('/resource_providers?resources=VCPU:1', { 'openstack-api-version': 'placement 1.4' }),
    admin.network.get('/v2.0/agents?alive=true'),
    runOnPostgresql(database('nova_api'), (run) => run('select host from host_mappings')),
  ])
  const up = services.body.services.filter(({ state }: { readonly state: string }) => state === 'up')
  return {
    'compute services': names(up, 'host'),
    'resource providers': names(providers.body.resource_providers, 'name'),
    'network agents': names(agents.body.agents, 'host'),
    'hosts of cells': names(mapped, 'host'),
  }
}

/**
 * Fails unless servers can be built on every host of the cloud. A host is healthy before its first report has reached every
 * component that needs it: until then a newly started cloud would answer "No valid host was found".
 */
export const assertHostsInUse = async (admin: Client, cloud: PlacedHosts): Promise<void> => {
  const known = await knownHosts(admin, cloud)
  for (const [where, there] of Object.entries(known))
    assert.deepEqual(
      cloud.hosts.filter((host) => !there.includes(host)),
      [],
      `hosts that are missing among ${where}`,
    )
}

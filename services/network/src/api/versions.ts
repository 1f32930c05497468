import { ok } from '@nimbo/http/reply'
import { routesOf } from '@nimbo/http/routes-of'
import type { NetworkApp } from '../app/network-app.ts'

const route = routesOf<NetworkApp>()
const policy = { open: 'clients find their way by it' }

/** Served before the token check: versions are for everyone. */
export const listVersions = route({
  method: 'GET',
  path: '/',
  name: 'versions.list',
  policy,
  replies: [200],
  handle: async ({ base }) =>
    ok({ versions: [{ id: 'v2.0', status: 'CURRENT', links: [{ rel: 'self', href: `${base}/v2.0/` }] }] }),
})

const resources = [
  ['network', 'networks', 'networks'],
  ['subnet', 'subnets', 'subnets'],
  ['port', 'ports', 'ports'],
  ['security_group', 'security_groups', 'security-groups'],
  ['security_group_rule', 'security_group_rules', 'security-group-rules'],
  ['quota', 'quotas', 'quotas'],
  ['agent', 'agents', 'agents'],
  ['extension', 'extensions', 'extensions'],
  ['availability_zone', 'availability_zones', 'availability_zones'],
] as const

export const listResources = route({
  method: 'GET',
  path: '/',
  name: 'resources.list',
  policy: { inHandler: 'any user may learn what there is' },
  replies: [200],
  handle: async ({ base }) =>
    ok({
      resources: resources.map(([name, collection, path]) => ({
        name,
        collection,
        links: [{ rel: 'self', href: `${base}/${path}` }],
      })),
    }),
})

import { chooseVersion, showVersion } from '@nimbo/contracts/key-manager/versions'
import type { Call } from '@nimbo/http/route'
import { formatMicroversion, type Microversion, microversion } from '@nimbo/operation/microversion'
import type { KeyApp } from '../app/key-app.ts'
import { baseOf } from '../app/references.ts'
import { handle } from './handle.ts'

/** 1.1 added consumers of secrets, and 1.2 protects secrets with consumers from deletion. */
export const versions = {
  serviceType: 'key-manager',
  min: microversion('1.0'),
  max: microversion('1.2'),
} as const

type Asked = Pick<Call<KeyApp>, 'app' | 'base' | 'version'>

const links = (asked: Asked) => [
  { rel: 'self', href: `${baseOf(asked)}/v1/` },
  { rel: 'describedby', type: 'text/html', href: 'https://docs.openstack.org/' },
]

const json = { base: 'application/json', type: 'application/vnd.openstack.key-manager-v1+json' }

/** Clients that request 1.0 know no minor versions and get the older form. */
const isOld = (version: Microversion): boolean => version <= versions.min

const viewOf = (asked: Asked) =>
  isOld(asked.version)
    ? { id: 'v1', status: 'stable', links: links(asked), 'media-types': [json] }
    : {
        ...{ id: 'v1', status: 'CURRENT', links: links(asked) },
        min_version: formatMicroversion(versions.min),
        max_version: formatMicroversion(versions.max),
      }

const choose = handle(chooseVersion, async (call) => ({
  versions: isOld(call.version) ? { values: [viewOf(call)] } : [viewOf(call)],
}))

const show = handle(showVersion, async (call) => ({ version: viewOf(call) }))

export const versionRoutes = [choose, show]

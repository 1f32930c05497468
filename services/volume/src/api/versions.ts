import { listVersions, showVersion } from '@nimbo/contracts/volume/versions'
import { formatMicroversion } from '@nimbo/operation/microversion'
import { versions as range } from './fault-envelope.ts'
import { handle } from './handle.ts'

const document = (href: string) => ({
  id: 'v3.0',
  status: 'CURRENT',
  version: formatMicroversion(range.max),
  min_version: formatMicroversion(range.min),
  updated: '2023-08-31T00:00:00Z',
  links: [
    { rel: 'describedby', type: 'text/html', href: 'https://docs.openstack.org/' },
    { rel: 'self', href },
  ],
  'media-types': [{ base: 'application/json', type: 'application/vnd.openstack.volume+json;version=3' }],
})

export const versionList = handle(listVersions, async ({ base }) => ({
  versions: [document(`${base}/v3/`)],
}))

export const versionOfApi = handle(showVersion, async ({ base }) => ({ versions: [document(`${base}/`)] }))

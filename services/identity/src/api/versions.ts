import * as operations from '@nimbo/contracts/identity/versions'
import { handle } from './handle.ts'

const view = (base: string) => ({
  id: 'v3.14',
  status: 'stable',
  updated: '2020-04-07T00:00:00Z',
  links: [{ rel: 'self', href: `${base}/v3/` }],
  'media-types': [{ base: 'application/json', type: 'application/vnd.openstack.identity-v3+json' }],
})

const list = handle(operations.listVersions, async ({ base }) => ({ versions: { values: [view(base)] } }))

const show = handle(operations.showVersion, async ({ base }) => ({ version: view(base) }))

export const versions = [list, show]

import { multipleChoices, ok } from '@nimbo/http/reply'
import { route } from './route.ts'

const versionView = (base: string): object => ({
  id: 'v3.14',
  status: 'stable',
  updated: '2020-04-07T00:00:00Z',
  links: [{ rel: 'self', href: `${base}/v3/` }],
  'media-types': [{ base: 'application/json', type: 'application/vnd.openstack.identity-v3+json' }],
})

const listVersions = route({
  method: 'GET',
  path: '/',
  name: 'versions.list',
  policy: { open: 'clients learn here how to log in' },
  replies: [300],
  handle: async ({ base }) => multipleChoices({ versions: { values: [versionView(base)] } }),
})

const showVersion = route({
  method: 'GET',
  path: '/v3',
  name: 'versions.show',
  policy: { open: 'clients learn here how to log in' },
  replies: [200],
  handle: async ({ base }) => ok({ version: versionView(base) }),
})

export const versionRoutes = [listVersions, showVersion]

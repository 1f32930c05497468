import { multipleChoices, ok } from '@nimbo/http/reply'
import { routesOf } from '@nimbo/http/routes-of'
import { formatMicroversion } from '@nimbo/operation/microversion'
import { versions as range } from './fault-envelope.ts'

/** Neither document needs anything of the service. */
const route = routesOf<object>()
const policy = { open: 'a client must learn the versions before it has a token' }

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

/** At the root of the service. */
export const listVersions = route({
  method: 'GET',
  path: '/',
  name: 'versions.list',
  policy,
  replies: [300],
  handle: async ({ base }) => multipleChoices({ versions: [document(`${base}/v3/`)] }),
})

/** At the root of version 3. */
export const showVersion = route({
  method: 'GET',
  path: '/',
  name: 'versions.show',
  policy,
  replies: [200],
  handle: async ({ base }) => ok({ versions: [document(`${base}/`)] }),
})

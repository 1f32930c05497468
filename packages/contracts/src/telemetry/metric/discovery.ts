import { view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { anyone, open, ownProject } from '@nimbo/operation/target'
import { Type } from 'typebox'

const Link = view({ rel: Type.String(), href: Type.String() })
const texts = Type.Array(Type.String())

export const showVersions = operation({
  id: 'versions.show',
  method: 'GET',
  path: '/',
  summary: 'List the versions of the API',
  on: open('a client must learn the versions before it has a token'),
  replies: {
    200: view({
      build: Type.String(),
      versions: Type.Array(
        view({ id: Type.String(), status: Type.String(), links: Type.Array(Link), updated: Type.String() }),
      ),
    }),
  },
})

export const showVersion = operation({
  id: 'version.show',
  method: 'GET',
  path: '/v1',
  summary: 'List what version 1 has',
  on: anyone,
  replies: { 200: view({ version: Type.String(), links: Type.Array(Link) }) },
})

export const showCapabilities = operation({
  id: 'capabilities.show',
  method: 'GET',
  path: '/v1/capabilities',
  summary: 'List the methods of aggregation',
  on: anyone,
  replies: { 200: view({ aggregation_methods: texts }) },
})

export const showStatus = operation({
  id: 'status.show',
  method: 'GET',
  path: '/v1/status',
  summary: 'Tell how many measures wait to be aggregated',
  rule: 'get status',
  on: ownProject,
  query: Type.Object({ details: Type.Optional(Type.String()) }),
  replies: {
    200: view({
      storage: view({
        summary: view({ metrics: Type.Integer(), measures: Type.Integer() }),
        measures_to_process: Type.Optional(Type.Record(Type.String(), Type.Integer())),
      }),
      metricd: Type.Optional(
        view({ processors: texts, statistics: Type.Record(Type.String(), Type.Unknown()) }),
      ),
    }),
  },
})

import { empty, exact, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { anyone, open, ownProject } from '@nimbo/operation/target'
import { Type } from 'typebox'

const Quota = view({ resource: Type.Literal('alarms'), limit: Type.Integer({ minimum: -1 }) })
const Quotas = view({ project_id: Type.String(), quotas: Type.Array(Quota) })

export const showQuotas = operation({
  id: 'quotas.show',
  method: 'GET',
  path: '/v2/quotas',
  summary: 'Show how many alarms a project may have',
  rule: 'telemetry:get_quotas',
  on: ownProject,
  query: Type.Object({ project_id: Type.Optional(Type.String()) }),
  replies: { 200: Quotas },
})

export const showQuotasOf = operation({
  id: 'quotas.show_project',
  method: 'GET',
  path: '/v2/quotas/{project_id}',
  summary: 'Show how many alarms that project may have',
  rule: 'telemetry:get_quotas',
  on: { kind: 'path' },
  replies: { 200: Quotas },
})

export const setQuotas = operation({
  id: 'quotas.set',
  method: 'POST',
  path: '/v2/quotas',
  summary: 'Say how many alarms a project may have',
  rule: 'telemetry:update_quotas',
  on: ownProject,
  body: Type.Object({ project_id: Type.String({ minLength: 1 }), quotas: Type.Array(Quota) }, exact),
  replies: { 201: Quotas },
})

export const resetQuotas = operation({
  id: 'quotas.reset',
  method: 'DELETE',
  path: '/v2/quotas/{project_id}',
  summary: 'Let a project have as many alarms as all others',
  rule: 'telemetry:delete_quotas',
  on: { kind: 'path' },
  replies: { 204: empty },
  errors: ['NoQuota'],
})

export const showVersions = operation({
  id: 'versions.show',
  method: 'GET',
  path: '/',
  summary: 'List the versions of the API',
  on: open('a client must learn the versions before it has a token'),
  replies: {
    200: view({
      versions: view({
        values: Type.Array(
          view({
            ...{ id: Type.String(), status: Type.String(), updated: Type.String() },
            links: Type.Array(view({ rel: Type.String(), href: Type.String() })),
            'media-types': Type.Array(view({ base: Type.String(), type: Type.String() })),
          }),
        ),
      }),
    }),
  },
})

export const showCapabilities = operation({
  id: 'capabilities.show',
  method: 'GET',
  path: '/v2/capabilities',
  summary: 'Tell what the API can do',
  on: anyone,
  replies: {
    200: view({
      api: Type.Record(Type.String(), Type.Boolean()),
      alarm_storage: Type.Record(Type.String(), Type.Boolean()),
    }),
  },
})

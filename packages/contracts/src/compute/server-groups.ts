import { empty, exact, oneOf, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, ownProject } from '@nimbo/operation/target'
import { before, changed, since } from '@nimbo/operation/windows'
import { type Static, Type } from 'typebox'
import { strictFrom275, text } from './query.ts'
import { Name } from './words.ts'

const hard = ['affinity', 'anti-affinity'] as const
export const groupPolicies = [...hard, 'soft-affinity', 'soft-anti-affinity'] as const

const Group = view({
  id: Type.String(),
  name: Type.String(),
  members: Type.Array(Type.String()),
  policy: since('2.64', Type.String()),
  rules: since('2.64', Type.Record(Type.String(), Type.Integer())),
  policies: before('2.64', Type.Array(Type.String())),
  metadata: before('2.64', Type.Record(Type.String(), Type.String())),
  project_id: since('2.13', Type.String()),
  user_id: since('2.13', Type.String()),
})
export type ServerGroupView = Static<typeof Group>

const groupBody = <Properties extends Parameters<typeof Type.Object>[0]>(properties: Properties) =>
  Type.Object({ server_group: Type.Object(properties, exact) }, exact)

const listOf = (policies: readonly string[]) =>
  groupBody({ name: Name, policies: Type.Array(oneOf(policies), { minItems: 1, maxItems: 1 }) })

const path = '/os-server-groups/{server_group_id}'
const on = found('server_group')
const errors = ['ServerGroupNotFound']

export const createServerGroup = operation({
  id: 'server-groups.create',
  method: 'POST',
  path: '/os-server-groups',
  summary: 'Create a server group',
  rule: 'os_compute_api:os-server-groups:create',
  on: ownProject,
  body: changed(
    groupBody({
      name: Name,
      policy: oneOf(groupPolicies),
      rules: Type.Optional(
        Type.Object(
          {
            max_server_per_host: Type.Optional(
              Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[1-9][0-9]*$' })]),
            ),
          },
          exact,
        ),
      ),
    }),
    ['2.64', listOf(groupPolicies)],
    ['2.15', listOf(hard)],
  ),
  replies: { 200: view({ server_group: Group }) },
  errors: ['QuotaReached'],
})

export const listServerGroups = operation({
  id: 'server-groups.list',
  method: 'GET',
  path: '/os-server-groups',
  summary: 'List server groups',
  rule: 'os_compute_api:os-server-groups:index',
  on: ownProject,
  mayAsk: ['os_compute_api:os-server-groups:index:all_projects'],
  query: strictFrom275({ all_projects: text, limit: text, offset: text }),
  replies: { 200: view({ server_groups: Type.Array(Group) }) },
})

export const showServerGroup = operation({
  id: 'server-groups.show',
  method: 'GET',
  path,
  summary: 'Show a server group',
  rule: 'os_compute_api:os-server-groups:show',
  on,
  replies: { 200: view({ server_group: Group }) },
  errors,
})

export const deleteServerGroup = operation({
  id: 'server-groups.delete',
  method: 'DELETE',
  path,
  summary: 'Delete a server group',
  rule: 'os_compute_api:os-server-groups:delete',
  on,
  replies: { 204: empty },
  errors,
})

import { empty, exact } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject as on } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { ArchivePolicy, Span } from './words.ts'

/** Two of the three determine the third. Numbers may be text: Gnocchi's own client sends them so. */
const Item = Type.Object(
  {
    granularity: Type.Optional(Span),
    points: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[1-9]\\d*$' })]),
    ),
    timespan: Type.Optional(Span),
  },
  exact,
)
const Definition = Type.Array(Item, { minItems: 1 })
const BackWindow = Type.Union([Type.Integer({ minimum: 0 }), Type.String({ pattern: '^\\d+$' })])

export const listArchivePolicies = operation({
  id: 'archive_policies.list',
  method: 'GET',
  path: '/v1/archive_policy',
  summary: 'List archive policies',
  rule: 'list archive policy',
  on,
  replies: { 200: Type.Array(ArchivePolicy) },
})

export const createArchivePolicy = operation({
  id: 'archive_policies.create',
  method: 'POST',
  path: '/v1/archive_policy',
  summary: 'Create an archive policy',
  rule: 'create archive policy',
  on,
  body: Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 255 }),
      back_window: Type.Optional(BackWindow),
      aggregation_methods: Type.Optional(Type.Array(Type.String())),
      definition: Definition,
    },
    exact,
  ),
  replies: { 201: ArchivePolicy },
  errors: ['ArchivePolicyExists', 'Invalid'],
})

export const showArchivePolicy = operation({
  id: 'archive_policies.show',
  method: 'GET',
  path: '/v1/archive_policy/{name}',
  summary: 'Show an archive policy',
  rule: 'get archive policy',
  on,
  replies: { 200: ArchivePolicy },
  errors: ['NoSuchArchivePolicy'],
})

export const updateArchivePolicy = operation({
  id: 'archive_policies.update',
  method: 'PATCH',
  path: '/v1/archive_policy/{name}',
  summary: 'Change how long an archive policy keeps what it keeps',
  rule: 'update archive policy',
  on,
  body: Type.Object({ definition: Type.Optional(Definition), back_window: Type.Optional(BackWindow) }, exact),
  replies: { 200: ArchivePolicy },
  errors: ['NoSuchArchivePolicy', 'UnsupportedArchivePolicyChange'],
})

export const deleteArchivePolicy = operation({
  id: 'archive_policies.delete',
  method: 'DELETE',
  path: '/v1/archive_policy/{name}',
  summary: 'Delete an archive policy that no metric and no rule uses',
  rule: 'delete archive policy',
  on,
  replies: { 204: empty },
  errors: ['NoSuchArchivePolicy', 'ArchivePolicyInUse'],
})

import { empty, exact, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject as on } from '@nimbo/operation/target'
import { Type } from 'typebox'

const Name = Type.String({ minLength: 1, maxLength: 255 })

const Rule = view({ name: Type.String(), metric_pattern: Type.String(), archive_policy_name: Type.String() })

export const listRules = operation({
  id: 'archive_policy_rules.list',
  method: 'GET',
  path: '/v1/archive_policy_rule',
  summary: 'List archive policy rules',
  rule: 'list archive policy rule',
  on,
  replies: { 200: Type.Array(Rule) },
})

export const createRule = operation({
  id: 'archive_policy_rules.create',
  method: 'POST',
  path: '/v1/archive_policy_rule',
  summary: 'Create an archive policy rule',
  rule: 'create archive policy rule',
  on,
  body: Type.Object({ name: Name, metric_pattern: Name, archive_policy_name: Name }, exact),
  replies: { 201: Rule },
  errors: ['RuleExists', 'NoSuchArchivePolicy'],
})

export const showRule = operation({
  id: 'archive_policy_rules.show',
  method: 'GET',
  path: '/v1/archive_policy_rule/{name}',
  summary: 'Show an archive policy rule',
  rule: 'get archive policy rule',
  on,
  replies: { 200: Rule },
  errors: ['NoSuchRule'],
})

export const renameRule = operation({
  id: 'archive_policy_rules.update',
  method: 'PATCH',
  path: '/v1/archive_policy_rule/{name}',
  summary: 'Rename an archive policy rule',
  rule: 'update archive policy rule',
  on,
  body: Type.Object({ name: Name }, exact),
  replies: { 200: Rule },
  errors: ['NoSuchRule', 'RuleExists'],
})

export const deleteRule = operation({
  id: 'archive_policy_rules.delete',
  method: 'DELETE',
  path: '/v1/archive_policy_rule/{name}',
  summary: 'Delete an archive policy rule',
  rule: 'delete archive policy rule',
  on,
  replies: { 204: empty },
  errors: ['NoSuchRule'],
})

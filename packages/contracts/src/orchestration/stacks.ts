import { empty, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject as on } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { Environment, ExportedStack, Files, Template } from './documents.ts'
import { Links, MaybeText, open, project, stack, Text, Values, words } from './words.ts'

const Listed = Type.Object({
  id: Text,
  stack_name: Text,
  stack_status: Text,
  stack_status_reason: Text,
  creation_time: Text,
  updated_time: MaybeText,
  deletion_time: MaybeText,
  description: Text,
  parent: MaybeText,
  tags: Type.Union([Type.Array(Text), Type.Null()]),
  stack_owner: MaybeText,
  stack_user_project_id: MaybeText,
  links: Links,
})

const Shown = Type.Object({
  ...Listed.properties,
  parameters: Values,
  outputs: Type.Array(Values),
  capabilities: Type.Array(Text),
  notification_topics: Type.Array(Text),
  template_description: Text,
  timeout_mins: Type.Union([Type.Integer(), Type.Null()]),
  disable_rollback: Type.Boolean(),
})

const listQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 0 })),
  marker: Type.Optional(Text),
  sort_keys: Type.Optional(Text),
  sort_dir: Type.Optional(Text),
  ...words('name', 'id', 'status', 'action', 'stack_name', 'stack_status', 'username', 'owner_id', 'tenant')
    .properties,
  ...words('tags', 'tags-any', 'not-tags', 'not-tags-any', 'show_hidden', 'show_deleted', 'show_nested')
    .properties,
  // The API reference writes these with hyphens, as above; clients write them with underscores.
  ...words('tags_any', 'not_tags', 'not_tags_any').properties,
  ...words('with_count', 'global_tenant').properties,
})

const list = (id: string, path: `${typeof project}/stacks${string}`, summary: string, rule: string) =>
  operation({
    ...{ id, method: 'GET', path, summary, rule, on },
    mayAsk: ['stacks:global_index'],
    query: listQuery,
    replies: {
      200: open({
        stacks: Type.Array(Type.Object({ ...Listed.properties, project: Type.Optional(Text) })),
        count: Type.Optional(Type.Integer()),
        links: Type.Optional(Links),
      }),
    },
  })

export const listStacks = list('stacks.list', `${project}/stacks`, 'List stacks', 'stacks:index')
export const listStacksInFull = list(
  'stacks.detail',
  `${project}/stacks/detail`,
  'List stacks in full',
  'stacks:detail',
)

const body = open({
  stack_name: Type.Optional(Text),
  template: Type.Optional(Type.Unknown()),
  template_url: Type.Optional(Type.Union([Text, Type.Null()])),
  environment: Type.Optional(Type.Unknown()),
  environment_files: Type.Optional(Type.Union([Type.Array(Text), Type.Null()])),
  files: Type.Optional(Type.Unknown()),
  parameters: Type.Optional(Values),
  timeout_mins: Type.Optional(Type.Unknown()),
  disable_rollback: Type.Optional(Type.Unknown()),
  tags: Type.Optional(Type.Unknown()),
  adopt_stack_data: Type.Optional(Type.Unknown()),
  converge: Type.Optional(Type.Unknown()),
  clear_parameters: Type.Optional(Type.Array(Text)),
})

export const createStack = operation({
  id: 'stacks.create',
  method: 'POST',
  path: `${project}/stacks`,
  variants: ['adopt'],
  summary: 'Create a stack, or one of what an abandoned stack left',
  rule: 'stacks:create',
  on,
  body,
  replies: { 201: open({ stack: view({ id: Text, links: Links }) }) },
  errors: ['StackExists', 'StackValidationFailed', 'RequestLimitExceeded'],
})

export const previewStack = operation({
  id: 'stacks.preview',
  method: 'POST',
  path: `${project}/stacks/preview`,
  summary: 'Show what a stack would consist of',
  rule: 'stacks:preview',
  on,
  body,
  replies: { 200: open({ stack: Values }) },
})

export const showStack = operation({
  id: 'stacks.show',
  method: 'GET',
  path: stack,
  summary: 'Show a stack',
  rule: 'stacks:show',
  on,
  query: words('resolve_outputs'),
  replies: { 200: open({ stack: Shown }) },
  errors: ['EntityNotFound'],
})

export const deleteStack = operation({
  id: 'stacks.delete',
  method: 'DELETE',
  path: stack,
  summary: 'Delete a stack and all it consists of',
  rule: 'stacks:delete',
  on,
  replies: { 204: empty },
  errors: ['EntityNotFound'],
})

const change = (
  id: string,
  method: 'PUT' | 'PATCH',
  summary: string,
  rule: string,
  mayAsk: readonly string[],
) =>
  operation({
    ...{ id, method, path: stack, summary, rule, on, body, mayAsk },
    replies: { 202: empty },
    errors: ['EntityNotFound'],
  })

export const updateStack = change(
  'stacks.update',
  'PUT',
  'Make of a stack what a template says',
  'stacks:update',
  [],
)
export const patchStack = change(
  'stacks.patch',
  'PATCH',
  'Change of a stack what is given, and nothing else',
  'stacks:update_patch',
  ['stacks:update_no_change'],
)

const preview = (id: string, method: 'PUT' | 'PATCH', rule: string) =>
  operation({
    ...{
      id,
      method,
      path: `${stack}/preview` as const,
      summary: 'Show what an update would change',
      rule,
      on,
      body,
    },
    query: words('show_nested'),
    replies: { 200: open({ resource_changes: Values }) },
    errors: ['EntityNotFound'],
  })

export const previewUpdate = preview('stacks.preview_update', 'PUT', 'stacks:preview_update')
export const previewPatch = preview('stacks.preview_patch', 'PATCH', 'stacks:preview_update_patch')

const part = (name: string, rule: string, shown: typeof Template) =>
  operation({
    id: `stacks.${name}`,
    method: 'GET',
    path: `${stack}/${name}`,
    summary: `Show the ${name} of a stack`,
    ...{ rule, on },
    replies: { 200: shown },
    errors: ['EntityNotFound'],
  })

export const showTemplate = part('template', 'stacks:template', Template)
export const showEnvironment = part('environment', 'stacks:environment', Environment)
export const showFiles = part('files', 'stacks:files', Files)

export const exportStack = operation({
  id: 'stacks.export',
  method: 'GET',
  path: `${stack}/export`,
  summary: 'Show what another cloud would need to adopt a stack',
  rule: 'stacks:export',
  on,
  replies: { 200: ExportedStack },
  errors: ['EntityNotFound'],
})

export const abandonStack = operation({
  id: 'stacks.abandon',
  method: 'DELETE',
  path: `${stack}/abandon`,
  summary: 'Delete a stack, and leave what it consists of',
  rule: 'stacks:abandon',
  on,
  replies: { 200: ExportedStack },
  errors: ['EntityNotFound'],
})

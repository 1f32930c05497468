import * as operations from '@nimbo/contracts/orchestration/stacks'
import type { QueryOf } from '@nimbo/operation/operation'
import { descriptionOf, listStacks as findStacks } from '../../app/stacks/list-stacks.ts'
import type { StackFilter } from '../../db/list-stacks.ts'
import type { Stack } from '../../db/stacks.ts'
import { errors } from '../../errors.ts'
import { handle } from '../handle.ts'
import { projectOf } from '../project.ts'
import { readFlag } from '../read-flag.ts'
import { listedStack } from './stack-view.ts'

type Query = QueryOf<typeof operations.listStacks>

const list = (given: string | undefined): readonly string[] | undefined =>
  given === undefined ? undefined : given.split(',')

const statesOf = ({ status, stack_status, action }: Query): Pick<StackFilter, 'actions' | 'statuses'> => {
  // `CREATE_COMPLETE`, or a status alone: `COMPLETE`.
  const states = [...(list(status) ?? []), ...(list(stack_status) ?? [])].map((word) => word.toUpperCase())
  const halves = states.map((word) => /^(?:([A-Z]+)_)?(IN_PROGRESS|FAILED|COMPLETE)$/.exec(word))
  const actions = [
    ...(list(action) ?? []).map((word) => word.toUpperCase()),
    ...halves.flatMap((half) => half?.[1] ?? []),
  ]
  return {
    actions: actions.length > 0 ? actions : undefined,
    statuses: states.length > 0 ? halves.map((half) => half?.[2] ?? '') : undefined,
  }
}

const filterOf = (query: Query, projectId: string | undefined): StackFilter => ({
  projectId,
  deleted: readFlag('show_deleted', query.show_deleted) ?? false,
  nested: readFlag('show_nested', query.show_nested) ?? false,
  ownerId: query.owner_id,
  ids: list(query.id),
  names: list(query.name ?? query.stack_name),
  username: query.username,
  tags: list(query.tags),
  tagsAny: list(query.tags_any ?? query['tags-any']),
  notTags: list(query.not_tags ?? query['not-tags']),
  notTagsAny: list(query.not_tags_any ?? query['not-tags-any']),
  ...statesOf(query),
})

const keys: Readonly<Record<string, (stack: Stack) => string>> = {
  stack_name: ({ name }) => name,
  name: ({ name }) => name,
  stack_status: ({ action, status }) => `${action}_${status}`,
  creation_time: ({ created_at }) => created_at,
  created_at: ({ created_at }) => created_at,
  updated_time: ({ updated_at }) => updated_at ?? '',
  updated_at: ({ updated_at }) => updated_at ?? '',
  id: ({ id }) => id,
}

const sorted = (stacks: readonly Stack[], { sort_keys, sort_dir }: Query): readonly Stack[] => {
  const chosen = (list(sort_keys) ?? ['created_at']).flatMap((name) => keys[name] ?? [])
  const turn = (sort_dir ?? (sort_keys === undefined ? 'desc' : 'asc')) === 'desc' ? -1 : 1
  return stacks.toSorted((one, other) => {
    for (const key of chosen) if (key(one) !== key(other)) return key(one) < key(other) ? -turn : turn
    return one.id < other.id ? -turn : turn
  })
}

const page = (stacks: readonly Stack[], { marker, limit }: Query): readonly Stack[] => {
  const start = marker === undefined ? 0 : stacks.findIndex(({ id }) => id === marker) + 1
  if (marker !== undefined && start === 0)
    throw errors.BadRequest({ message: `The marker ${marker} is not there` })
  return stacks.slice(start, limit === undefined ? undefined : start + limit)
}

const lists = [operations.listStacks, operations.listStacksInFull].map((declared) =>
  handle(declared, async (call) => {
    const { app, query, base } = call
    const projectId = projectOf(call)
    const isGlobal = readFlag('global_tenant', query.global_tenant) ?? false
    if (isGlobal) call.enforce('stacks:global_index')
    const found = sorted(await findStacks(app, filterOf(query, isGlobal ? undefined : projectId)), query)
    const shown = await Promise.all(
      page(found, query).map(async (stack) => ({
        ...listedStack(base, stack, await descriptionOf(app, stack)),
        ...(isGlobal ? { project: stack.project_id } : {}),
      })),
    )
    const count = readFlag('with_count', query.with_count) ? { count: found.length } : {}
    const last = shown.at(-1)
    const isMore = query.limit !== undefined && last !== undefined && shown.length === query.limit
    const next = new URLSearchParams(call.request.query)
    if (last) next.set('marker', last.id)
    const links = isMore ? { links: [{ rel: 'next', href: `${base}${call.request.path}?${next}` }] } : {}
    return { stacks: shown, ...count, ...links }
  }),
)

export const stackLists = lists

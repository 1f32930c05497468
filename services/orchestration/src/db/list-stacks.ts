import type { Db } from './db.ts'
import type { Stack } from './stacks.ts'

/** The filters of a list of stacks. */
export interface StackFilter {
  /** Undefined for all projects. */
  readonly projectId: string | undefined
  readonly deleted: boolean
  readonly nested: boolean
  readonly ownerId: string | undefined
  readonly ids: readonly string[] | undefined
  readonly names: readonly string[] | undefined
  readonly actions: readonly string[] | undefined
  readonly statuses: readonly string[] | undefined
  readonly username: string | undefined
  readonly tags: readonly string[] | undefined
  readonly tagsAny: readonly string[] | undefined
  readonly notTags: readonly string[] | undefined
  readonly notTagsAny: readonly string[] | undefined
}

/** The most stacks that a list reads. */
const most = 100_000

const tagsFit = (stack: Stack, { tags, tagsAny, notTags, notTagsAny }: StackFilter): boolean => {
  const own: readonly string[] = JSON.parse(stack.tags)
  const has = (tag: string): boolean => own.includes(tag)
  return (
    (tags?.every(has) ?? true) &&
    (tagsAny?.some(has) ?? true) &&
    !(notTags?.every(has) ?? false) &&
    !(notTagsAny?.some(has) ?? false)
  )
}

/** The matching stacks, oldest first. */
export const listStacks = async (db: Db, filter: StackFilter): Promise<Stack[]> => {
  const { projectId, deleted, nested, ownerId, ids, names, actions, statuses, username } = filter
  const rows = await db
    .selectFrom('stacks')
    .selectAll()
    .$if(projectId !== undefined, (query) => query.where('project_id', '=', projectId ?? ''))
    .$if(!deleted, (query) => query.where('deleted_at', 'is', null))
    .$if(!nested && ownerId === undefined, (query) => query.where('parent_id', 'is', null))
    .$if(ownerId !== undefined, (query) => query.where('parent_id', '=', ownerId ?? ''))
    .$if(ids !== undefined, (query) => query.where('id', 'in', [...(ids ?? []), '']))
    .$if(names !== undefined, (query) => query.where('name', 'in', [...(names ?? []), '']))
    .$if(username !== undefined, (query) => query.where('user_name', '=', username ?? ''))
    .orderBy('created_at')
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.filter(
    (stack) =>
      (actions === undefined || actions.includes(stack.action)) &&
      (statuses === undefined || statuses.includes(stack.status)) &&
      tagsFit(stack, filter),
  )
}

import type { tagOperations } from '@nimbo/contracts/network/tags'
import type { LookUp, Route } from '@nimbo/http/route'
import { timestamp } from '@nimbo/kernel/clock'
import type { Kind } from '@nimbo/resource/describe/kind'
import { refused, type ValueType } from '@nimbo/resource/describe/value-type'
import { listOf, text } from '@nimbo/resource/describe/value-types'
import { usualTags } from '@nimbo/resource/rows/tags'
import type { Deps } from '../app/deps.ts'
import type { Notices } from '../app/notices.ts'
import { errors } from '../errors.ts'
import { onOne } from './folded-route.ts'
import { lookUpIn, type ServedKind } from './served-kind.ts'
import { badRequest } from './words.ts'
import type { Db } from '../tables.ts'

const longestTag = 255

const aTag: ValueType<string, 'text'> = {
  ...text(longestTag),
  accept: (given) =>
    given === '' ? refused("'' Blank strings are not permitted") : text(longestTag).accept(given),
}

/** The tags of a body. Throws for invalid and for repeated tags. */
const tagsOfBody = (body: unknown): readonly string[] => {
  if (typeof body !== 'object' || body === null || !('tags' in body))
    throw errors.InvalidInput({ reason: 'Invalid tags body' })
  const given = listOf(aTag).accept(body.tags)
  if ('problem' in given) throw errors.InvalidInput({ reason: given.problem })
  return given.value
}

const checkTag = (tag: string): void => {
  if (tag.length > longestTag)
    throw badRequest(`Invalid input for tag. Reason: '${tag}' exceeds maximum length of ${longestTag}.`)
}

const removeTag = async (db: Db, id: string, tag: string): Promise<void> => {
  if (!(await usualTags.remove(db, id, tag))) throw errors.TagNotFound({ tag })
}

const replaceTags = async (db: Db, id: string, tags: readonly string[]): Promise<void> => {
  await usualTags.removeAll(db, id)
  await usualTags.add(db, id, tags)
}

type ACall = Pick<LookUp<Deps>, 'app' | 'ctx' | 'params'>

/** The handlers of the operations on the tags of a kind of resource. A change of tags counts as a change of the resource. */
export const tagRoutes = <K extends Kind, P>(
  operations: ReturnType<typeof tagOperations<K>>,
  { repository, notFound, asSeen }: ServedKind<K, P>,
): Route<Deps>[] => {
  const lookUp = lookUpIn(repository, notFound, asSeen)
  const idOf = ({ params }: ACall): string => params[lookUp.by ?? ''] ?? ''
  const tagOf = ({ params }: ACall): string => params.tag ?? ''

  const tagsOf = async (call: ACall): Promise<readonly string[]> => {
    const id = idOf(call)
    return (await usualTags.of(call.app.db, [id])).get(id) ?? []
  }

  const change = (
    call: ACall,
    verb: Parameters<Notices['tagged']>[1],
    tags: readonly string[],
    work: (db: Db, id: string) => Promise<void>,
  ): Promise<void> => {
    const { app, ctx } = call
    const id = idOf(call)
    return app.transaction(ctx, async (inside) => {
      await work(inside.db, id)
      await repository.update(inside.db, id, {}, timestamp(app.clock))
      await app.notices.tagged(inside, verb, repository.kind.path, id, tags)
    })
  }

  return [
    onOne(operations.list, lookUp, async (call) => ({ tags: await tagsOf(call) })),
    onOne(operations.replace, lookUp, async (call) => {
      const tags = tagsOfBody(call.body)
      await change(call, 'update', tags, (db, id) => replaceTags(db, id, tags))
      return { tags: await tagsOf(call) }
    }),
    onOne(operations.add, lookUp, async (call) => {
      const tags = tagsOfBody(call.body)
      await change(call, 'create', tags, (db, id) => usualTags.add(db, id, tags))
      return { tags: [...tags] }
    }),
    onOne(operations.clear, lookUp, (call) => change(call, 'deleteAll', [], usualTags.removeAll)),
    onOne(operations.check, lookUp, async (call) => {
      const tag = tagOf(call)
      if (!(await tagsOf(call)).includes(tag)) throw errors.TagNotFound({ tag })
    }),
    onOne(operations.set, lookUp, async (call) => {
      const tag = tagOf(call)
      checkTag(tag)
      await change(call, 'create', [tag], (db, id) => usualTags.add(db, id, [tag]))
      return null
    }),
    onOne(operations.remove, lookUp, (call) => {
      const tag = tagOf(call)
      return change(call, 'delete', [tag], (db, id) => removeTag(db, id, tag))
    }),
  ]
}

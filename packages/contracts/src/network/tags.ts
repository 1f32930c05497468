import { notification } from '@nimbo/notifications/notification'
import { checkedByHandler } from '@nimbo/operation/checked-by-handler'
import { empty, exact, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import type { Kind } from '@nimbo/resource/describe/kind'
import { Type } from 'typebox'

const Tag = Type.String({ minLength: 1, maxLength: 255 })
const Shown = view({ tags: Type.Array(Type.String()) })
const Given = checkedByHandler(Type.Object({ tags: Type.Array(Tag, { uniqueItems: true }) }, exact))

/** The tag operations of a kind of resource. */
export const tagOperations = <K extends Kind>(
  kind: K,
  notFound: string,
  ruleOf: (verb: string) => string = (verb) => `${verb}_${kind.name}:tags`,
) => {
  const name: K['name'] = kind.name
  const path: K['path'] = kind.path
  const what = name.replaceAll('_', ' ')
  const all = `/${path}/{${name}_id}/tags` as const
  const one = `/${path}/{${name}_id}/tags/{tag}` as const
  const on = found(name)
  const errors = [notFound]
  return {
    list: operation({
      id: `${path}.tags.list`,
      method: 'GET',
      path: all,
      summary: `List the tags of a ${what}`,
      rule: ruleOf('get'),
      on,
      replies: { 200: Shown },
      errors,
    }),
    replace: operation({
      id: `${path}.tags.replace`,
      method: 'PUT',
      path: all,
      summary: `Replace the tags of a ${what}`,
      rule: ruleOf('update'),
      on,
      body: Given,
      replies: { 200: Shown },
      errors: [...errors, 'InvalidInput'],
    }),
    add: operation({
      id: `${path}.tags.add`,
      method: 'POST',
      path: all,
      summary: `Add tags to a ${what}`,
      rule: ruleOf('create'),
      on,
      body: Given,
      replies: { 200: Shown },
      errors: [...errors, 'InvalidInput'],
    }),
    clear: operation({
      id: `${path}.tags.clear`,
      method: 'DELETE',
      path: all,
      summary: `Remove all tags of a ${what}`,
      rule: ruleOf('delete'),
      on,
      replies: { 204: empty },
      errors,
    }),
    check: operation({
      id: `${path}.tags.check`,
      method: 'GET',
      path: one,
      summary: `Tell whether a ${what} has a tag`,
      rule: ruleOf('get'),
      on,
      replies: { 204: empty },
      errors: [...errors, 'TagNotFound'],
    }),
    set: operation({
      id: `${path}.tags.set`,
      method: 'PUT',
      path: one,
      summary: `Add a tag to a ${what}`,
      rule: ruleOf('update'),
      on,
      replies: { 201: Type.Null() },
      errors,
    }),
    remove: operation({
      id: `${path}.tags.remove`,
      method: 'DELETE',
      path: one,
      summary: `Remove a tag of a ${what}`,
      rule: ruleOf('delete'),
      on,
      replies: { 204: empty },
      errors: [...errors, 'TagNotFound'],
    }),
  }
}

const TagPayload = Type.Object({
  /** The collection in paths, such as `networks`. */
  obj_resource: Type.String(),
  obj_resource_id: Type.String(),
  tags: Type.Array(Type.String()),
})

const tag = (verb: string) =>
  notification(`tag.${verb}`, { publisher: 'network', phases: ['start', 'end'], payload: TagPayload })

/** Tag notifications: add, replace all, remove, remove all. */
export const tagNotifications = {
  create: tag('create'),
  update: tag('update'),
  delete: tag('delete'),
  deleteAll: tag('delete_all'),
}

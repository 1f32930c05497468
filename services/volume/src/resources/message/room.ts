import * as operations from '@nimbo/contracts/volume/messages'
import { handlersOf, kindOf } from '@nimbo/http/handle'
import type { HttpRequest } from '@nimbo/http/message'
import type { Room } from '../../api/room.ts'
import { scopeOf, type VolumeApp } from '../../app/app.ts'
import { requireKnownFilters } from '../../app/known-filters.ts'
import { linksOf, nextLink } from '../../app/links.ts'
import { listKind } from '../../app/list-kind.ts'
import { messages } from '../../db/messages.ts'
import { wireTime } from '../../domain/wire-time.ts'
import { errors } from '../../errors.ts'
import { createMessages } from './migration.ts'

const handle = handlersOf<VolumeApp>()({
  message: kindOf<VolumeApp>()({
    by: 'message_id',
    find: async ({ app, ctx }, id) => {
      const projectId = scopeOf(app, ctx)
      const found = await messages.get(app.db, projectId === undefined ? 'all' : { projectId }, id)
      if (!found) throw errors.MessageNotFound({ id })
      return found
    },
    facts: ({ project_id }) => ({ project_id }),
  }),
})

const view = (request: HttpRequest, one: operations.Message): operations.MessageView => ({
  id: one.id,
  event_id: one.event_id,
  user_message: one.user_message,
  message_level: one.message_level,
  resource_type: one.resource_type,
  resource_uuid: one.resource_uuid,
  request_id: one.request_id,
  created_at: wireTime(one.created_at),
  guaranteed_until: wireTime(one.guaranteed_until),
  links: linksOf(request, `/messages/${one.id}`),
})

const list = handle(operations.listMessages, async (call) => {
  requireKnownFilters('message', call)
  const { items, limit } = await listKind(messages, call)
  const links = nextLink(call.request, items, limit)
  return { messages: items.map((one) => view(call.request, one)), ...(links && { messages_links: links }) }
})

const show = handle(operations.showMessage, async ({ found, request }) => ({
  message: view(request, found.message),
}))

const remove = handle(operations.deleteMessage, async ({ app, found }) => {
  await messages.delete(app.db, found.message.id)
})

export const messageRoom: Room = {
  routes: [list, show, remove],
  extensions: [],
  migrations: { '0013-messages': createMessages },
}

import { empty, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, ownProject } from '@nimbo/operation/target'
import { attribute } from '@nimbo/resource/describe/attribute'
import { type Of, resource } from '@nimbo/resource/describe/kind'
import { identified, owned, timed } from '@nimbo/resource/describe/standard-attributes'
import { instant, orNull, text as words } from '@nimbo/resource/describe/value-types'
import { type Static, Type } from 'typebox'
import { allFrom, Links, NextLink, paging, text, Uuid } from './words.ts'

/** A message to a user about a failure after the request was accepted. */
export const message = resource('message', 'messages', {
  ...identified,
  ...owned,
  ...timed,
  event_id: attribute(words(), {}),
  user_message: attribute(words(1024), { filter: false }),
  message_level: attribute(words(), {}),
  resource_type: attribute(words(), {}),
  resource_uuid: attribute(orNull(words()), {}),
  request_id: attribute(words(), {}),
  guaranteed_until: attribute(instant, { filter: false }),
})
export type Message = Of<typeof message>

const Shown = view({
  id: Uuid,
  event_id: Type.String(),
  user_message: Type.String(),
  message_level: Type.String(),
  resource_type: Type.String(),
  resource_uuid: nullable(Type.String()),
  request_id: Type.String(),
  created_at: Type.String(),
  guaranteed_until: Type.String(),
  links: Links,
})
export type MessageView = Static<typeof Shown>

const since = '3.3'
const path = '/messages/{message_id}'
const on = found('message')
const errors = ['MessageNotFound']

export const listMessages = operation({
  id: 'messages.list',
  method: 'GET',
  path: '/messages',
  since,
  summary: 'List what went wrong',
  rule: 'message:get_all',
  on: ownProject,
  query: Type.Object(
    allFrom('3.5', {
      ...paging,
      ...{ event_id: text, message_level: text, resource_type: text, resource_uuid: text, request_id: text },
    }),
  ),
  replies: { 200: view({ messages: Type.Array(Shown), messages_links: NextLink }) },
})

export const showMessage = operation({
  id: 'messages.show',
  method: 'GET',
  path,
  since,
  summary: 'Show what went wrong',
  rule: 'message:get',
  on,
  replies: { 200: view({ message: Shown }) },
  errors,
})

export const deleteMessage = operation({
  id: 'messages.delete',
  method: 'DELETE',
  path,
  since,
  summary: 'Forget what went wrong',
  rule: 'message:delete',
  on,
  replies: { 204: empty },
  errors,
})

import { empty } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject as on } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { MaybeText, open, stack, Text, Values } from './words.ts'

const Snapshot = Type.Object({
  id: Text,
  name: MaybeText,
  status: Text,
  status_reason: Text,
  creation_time: Text,
  data: Type.Union([Values, Type.Null()]),
})

const collection = `${stack}/snapshots` as const
const one = `${collection}/{snapshot_id}` as const
const errors = ['EntityNotFound']

export const createSnapshot = operation({
  id: 'snapshots.create',
  method: 'POST',
  path: collection,
  summary: 'Take a snapshot of a stack',
  rule: 'stacks:snapshot',
  on,
  body: open({ name: Type.Optional(Type.Union([Text, Type.Null()])) }),
  replies: { 200: Snapshot },
  errors: [...errors, 'ActionInProgress'],
})

export const listSnapshots = operation({
  id: 'snapshots.list',
  method: 'GET',
  path: collection,
  summary: 'List the snapshots of a stack',
  rule: 'stacks:list_snapshots',
  on,
  replies: { 200: open({ snapshots: Type.Array(Snapshot) }) },
  errors,
})

export const showSnapshot = operation({
  id: 'snapshots.show',
  method: 'GET',
  path: one,
  summary: 'Show a snapshot',
  rule: 'stacks:show_snapshot',
  on,
  replies: { 200: open({ snapshot: Snapshot }) },
  errors,
})

export const deleteSnapshot = operation({
  id: 'snapshots.delete',
  method: 'DELETE',
  path: one,
  summary: 'Delete a snapshot',
  rule: 'stacks:delete_snapshot',
  on,
  replies: { 204: empty },
  errors,
})

export const restoreSnapshot = operation({
  id: 'snapshots.restore',
  method: 'POST',
  path: `${one}/restore`,
  summary: 'Bring a stack back to a snapshot',
  rule: 'stacks:restore_snapshot',
  on,
  replies: { 202: empty },
  errors,
})

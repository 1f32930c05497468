import { exact, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject as on } from '@nimbo/operation/target'
import { Type } from 'typebox'

const Memo = view({ text: Type.String(), note: Type.String() })

export const createMemo = operation({
  id: 'memos.create',
  method: 'POST',
  path: '/v1/memos',
  summary: 'Write a memo',
  rule: 'memo:create',
  on,
  body: Type.Object({ text: Type.String() }, exact),
  replies: { 202: Memo },
})

export const listMemos = operation({
  id: 'memos.list',
  method: 'GET',
  path: '/v1/memos',
  summary: 'List memos',
  rule: 'memo:index',
  on,
  replies: { 200: view({ memos: Type.Array(Memo) }) },
})

export const operations = [createMemo, listMemos]

import { empty, oneOf, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { each, found } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'

const Status = oneOf(['pending', 'accepted', 'rejected'])

const Member = view({
  image_id: Type.String(),
  member_id: Type.String(),
  status: Status,
  created_at: Type.String(),
  updated_at: Type.String(),
  schema: Type.String(),
})
export type MemberView = Static<typeof Member>

const path = '/v2/images/{image_id}/members'
const member = '/v2/images/{image_id}/members/{member_id}'
const errors = ['ImageNotFound', 'MemberNotFound']

/** Owners see all members; others see their own membership. */
export const listMembers = operation({
  id: 'image_members.list',
  method: 'GET',
  path,
  summary: 'List the projects that an image is shared with',
  rule: 'get_members',
  on: each,
  mayAsk: ['get_member'],
  replies: { 200: view({ members: Type.Array(Member), schema: Type.String() }) },
  errors: ['ImageNotFound'],
})

export const addMember = operation({
  id: 'image_members.create',
  method: 'POST',
  path,
  summary: 'Share an image with a project',
  rule: 'add_member',
  on: found('image'),
  body: Type.Object({ member: Type.String({ minLength: 1, maxLength: 255 }) }),
  replies: { 200: Member },
  errors: ['ImageNotFound'],
})

export const showMember = operation({
  id: 'image_members.show',
  method: 'GET',
  path: member,
  summary: 'Show a project that an image is shared with',
  rule: 'get_member',
  on: found('member'),
  replies: { 200: Member },
  errors,
})

export const updateMember = operation({
  id: 'image_members.update',
  method: 'PUT',
  path: member,
  summary: 'Accept or reject an image that is shared',
  rule: 'modify_member',
  on: found('member'),
  body: Type.Object({ status: Status }),
  replies: { 200: Member },
  errors,
})

export const removeMember = operation({
  id: 'image_members.delete',
  method: 'DELETE',
  path: member,
  summary: 'Share an image with a project no more',
  rule: 'delete_member',
  on: found('image'),
  replies: { 204: empty },
  errors,
})

import { noContent, ok } from '@nimbo/http/reply'
import type { Route } from '@nimbo/http/route'
import { Type } from 'typebox'
import { type ImageApp, needImage, policyTarget } from '../app/app.ts'
import { addMember, answerShare, needMember, removeMember } from '../app/members.ts'
import type { MemberRow } from '../db/tables.ts'
import { instant } from './image-view.ts'
import { route } from './route.ts'

const view = (member: MemberRow) => ({
  image_id: member.image_id,
  member_id: member.member_id,
  status: member.status,
  created_at: instant(member.created_at),
  updated_at: instant(member.updated_at),
  schema: '/v2/schemas/member',
})

const createBody = Type.Object({ member: Type.String({ minLength: 1, maxLength: 255 }) })
const statuses = Type.Union([Type.Literal('pending'), Type.Literal('accepted'), Type.Literal('rejected')])
const ruleOfImage = { inHandler: 'the rule asks for the image and the member' }

export const memberRoutes: readonly Route<ImageApp>[] = [
  route({
    method: 'GET',
    path: '/v2/images/{image_id}/members',
    name: 'image_members.list',
    policy: ruleOfImage,
    replies: [200],
    handle: async ({ app, ctx, params, allows, enforce }) => {
      const image = await needImage(app, ctx, params.image_id)
      const target = policyTarget(image)
      const members = await app.members.list(image.id)
      const own = members.filter(({ member_id }) => allows('get_member', { ...target, member_id }))
      if (own.length === 0) enforce('get_members', { ...target, member_id: undefined })
      return ok({ members: own.map(view), schema: '/v2/schemas/members' })
    },
  }),
  route({
    method: 'POST',
    path: '/v2/images/{image_id}/members',
    name: 'image_members.create',
    policy: ruleOfImage,
    body: createBody,
    replies: [200],
    handle: async ({ app, ctx, params, body, enforce }) => {
      const image = await needImage(app, ctx, params.image_id)
      enforce('add_member', policyTarget(image))
      return ok(view(await addMember(app)(ctx, image, body.member)))
    },
  }),
  route({
    method: 'GET',
    path: '/v2/images/{image_id}/members/{member_id}',
    name: 'image_members.show',
    policy: ruleOfImage,
    replies: [200],
    handle: async ({ app, ctx, params, enforce }) => {
      const image = await needImage(app, ctx, params.image_id)
      const member = await needMember(app, image.id, params.member_id)
      enforce('get_member', { ...policyTarget(image), member_id: member.member_id })
      return ok(view(member))
    },
  }),
  route({
    method: 'PUT',
    path: '/v2/images/{image_id}/members/{member_id}',
    name: 'image_members.update',
    policy: ruleOfImage,
    body: Type.Object({ status: statuses }),
    replies: [200],
    handle: async ({ app, ctx, params, body, enforce }) => {
      const image = await needImage(app, ctx, params.image_id)
      const member = await needMember(app, image.id, params.member_id)
      enforce('modify_member', { ...policyTarget(image), member_id: member.member_id })
      return ok(view(await answerShare(app)(ctx, member, body.status)))
    },
  }),
  route({
    method: 'DELETE',
    path: '/v2/images/{image_id}/members/{member_id}',
    name: 'image_members.delete',
    policy: ruleOfImage,
    replies: [204],
    handle: async ({ app, ctx, params, enforce }) => {
      const image = await needImage(app, ctx, params.image_id)
      enforce('delete_member', policyTarget(image))
      const member = await needMember(app, image.id, params.member_id)
      await removeMember(app)(ctx, member)
      return noContent()
    },
  }),
]

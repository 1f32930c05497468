import * as operations from '@nimbo/contracts/image/members'
import { needImage, policyTarget } from '../../app/app.ts'
import { addMember, answerShare, needMember, removeMember } from './share-image.ts'
import type { MemberRow } from '../../db/tables.ts'
import { errors } from '../../errors.ts'
import { handle } from '../handle.ts'
import { instant } from '../image/image-view.ts'

const view = (member: MemberRow): operations.MemberView => ({
  image_id: member.image_id,
  member_id: member.member_id,
  status: member.status,
  created_at: instant(member.created_at),
  updated_at: instant(member.updated_at),
  schema: '/v2/schemas/member',
})

const list = handle(operations.listMembers, async ({ app, ctx, params, allows, enforce }) => {
  const image = await needImage(app, ctx, params.image_id)
  const target = policyTarget(image)
  if (image.visibility !== 'shared')
    throw errors.NotAllowed({
      reason: `Not allowed to list members for image ${image.id}: Only shared images have members.`,
    })
  const members = await app.members.list(image.id)
  const own = members.filter(({ member_id }) => allows('get_member', { ...target, member_id }))
  if (own.length === 0) enforce('get_members', { ...target, member_id: undefined })
  return { members: own.map(view), schema: '/v2/schemas/members' }
})

const add = handle(operations.addMember, async ({ app, ctx, found, body }) =>
  view(await addMember(app)(ctx, found.image, body.member)),
)

const show = handle(operations.showMember, async ({ found }) => view(found.member.record))

const update = handle(operations.updateMember, async ({ app, ctx, found, body }) =>
  view(await answerShare(app)(ctx, found.member.record, body.status)),
)

const remove = handle(operations.removeMember, async ({ app, ctx, found, params }) => {
  await removeMember(app)(ctx, await needMember(app, found.image.id, params.member_id))
})

export const memberRoutes = [list, add, show, update, remove]

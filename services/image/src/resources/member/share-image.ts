import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { MemberRow } from '../../db/tables.ts'
import type { Image } from '../image/image.ts'
import { errors } from '../../errors.ts'
import type { ImageApp } from '../../app/app.ts'
import { refuseTooManyMembers } from '../image/image-limits.ts'

/** Shares an image with a project, which may then accept it. */
export const addMember =
  (app: ImageApp) =>
  async (ctx: Context, image: Image, memberId: string): Promise<MemberRow> => {
    if (image.visibility !== 'shared')
      throw errors.NotAllowed({ reason: `Not allowed to create members for image ${image.id}.` })
    const now = timestamp(app.clock)
    const member: MemberRow = {
      image_id: image.id,
      member_id: memberId,
      status: 'pending',
      created_at: now,
      updated_at: now,
    }
    refuseTooManyMembers(app, (await app.members.list(image.id)).length + 1)
    await app.unit(async ({ members, notices }) => {
      if (!(await members.insert(member))) throw errors.MemberExists({ member: memberId, id: image.id })
      await notices.member(ctx, 'create', member)
    })
    return member
  }

/** Finds a member of an image; throws if the project is not a member. */
export const needMember = async (app: ImageApp, imageId: string, memberId: string): Promise<MemberRow> => {
  const member = await app.members.find(imageId, memberId)
  if (!member) throw errors.MemberNotFound({ id: imageId, member: memberId })
  return member
}

/** The project accepts or rejects an image that was shared with it. */
export const answerShare =
  (app: ImageApp) =>
  async (ctx: Context, member: MemberRow, status: MemberRow['status']): Promise<MemberRow> => {
    const answered = { ...member, status, updated_at: timestamp(app.clock) }
    await app.unit(async ({ members, notices }) => {
      await members.setStatus(member.image_id, member.member_id, status, answered.updated_at)
      await notices.member(ctx, 'update', answered)
    })
    return answered
  }

/** Removes a member of an image. */
export const removeMember =
  (app: ImageApp) =>
  (ctx: Context, member: MemberRow): Promise<void> =>
    app.unit(async ({ members, notices }) => {
      await members.remove(member.image_id, member.member_id)
      await notices.member(ctx, 'delete', member)
    })

import { addMember, listMembers, removeMember, showMember } from '@nimbo/contracts/image/members'
import { findId } from '../../cloud/find.ts'
import { one } from '../../grammar/command.ts'
import { does, lists, shows } from '../../grammar/declared.ts'
import { text } from '../../grammar/option.ts'
import { findIn, projectKind } from '../identity/identity-kinds.ts'
import { imageKind } from './image-kind.ts'

const service = 'image'
const positionals = {
  image: one('<image>', 'Image to share (name or ID)'),
  project: one('<project>', 'Project to share it with (name or ID)'),
}
const columns = {
  created_at: 'created_at',
  image_id: 'image_id',
  member_id: 'member_id',
  schema: 'schema',
  status: 'status',
  updated_at: 'updated_at',
}
const options = { projectDomain: text('<project-domain>', 'Domain the project belongs to (name or ID)') }

export const imageSharingCommands = [
  shows({
    words: 'image add project',
    summary: 'Associate project with image',
    ...{ service, operation: addMember, positionals, options },
    request: async ({ image, project, projectDomain }, session) => ({
      path: { image_id: await findId(session, imageKind, image) },
      body: { member: await findIn(session, projectKind, project, projectDomain) },
    }),
    columns,
  }),
  does({
    words: 'image remove project',
    summary: 'Disassociate project with image',
    ...{ service, operation: removeMember, positionals, options },
    request: async ({ image, project, projectDomain }, session) => ({
      path: {
        image_id: await findId(session, imageKind, image),
        member_id: await findIn(session, projectKind, project, projectDomain),
      },
    }),
  }),
]

export const imageMemberCommands = [
  lists({
    words: 'image member list',
    summary: 'List projects associated with image',
    ...{ service, operation: listMembers },
    positionals: { image: one('<image>', 'Image (name or ID)') },
    request: async ({ image }, session) => ({ path: { image_id: await findId(session, imageKind, image) } }),
    columns: { 'Image ID': 'image_id', 'Member ID': 'member_id', Status: 'status' },
  }),
  shows({
    words: 'image member get',
    summary: 'Get member of an image',
    ...{ service, operation: showMember, options },
    positionals: {
      image: one('<image>', 'Image (name or ID)'),
      member: one('<member>', 'Project that the image is shared with (name or ID)'),
    },
    request: async ({ image, member, projectDomain }, session) => ({
      path: {
        image_id: await findId(session, imageKind, image),
        member_id: await findIn(session, projectKind, member, projectDomain),
      },
    }),
    columns,
  }),
]

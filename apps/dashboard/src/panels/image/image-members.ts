import { imageApi } from '@nimbo/contracts/image/api'
import { addMember, listMembers, removeMember } from '@nimbo/contracts/image/members'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { panel } from '../../panel/panel.ts'

export const imageMembers = panel({
  id: 'image-members',
  api: imageApi,
  kind: 'image',
  key: 'member_id',
  list: { operation: listMembers },
  columns: [
    column('member_id', { look: 'reference', to: 'projects' }),
    column('status', { look: 'status' }),
    column('created_at', { look: 'date' }),
  ],
  create: { operation: addMember, fields: [field('member', { label: 'project_id' })] },
  remove: { operation: removeMember },
})

import { deleteMessage, listMessages } from '@nimbo/contracts/volume/messages'
import { column } from '../../panel/column.ts'
import { volumePanel } from './volume-panel.ts'

export const volumeMessages = volumePanel({
  id: 'volume-messages',
  list: { operation: listMessages },
  columns: [
    column('user_message'),
    column('message_level'),
    column('event_id'),
    column('resource_type'),
    column('resource_uuid'),
    column('created_at', { look: 'date' }),
    column('request_id', { look: 'code', hidden: true }),
  ],
  remove: { operation: deleteMessage },
})

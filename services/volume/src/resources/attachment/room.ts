import type { Room } from '../../api/room.ts'
import { volumeAttachActions } from './legacy/routes.ts'
import { attachments } from './routes.ts'

export const attachmentRoom: Room = { routes: [...attachments, ...volumeAttachActions], extensions: [] }

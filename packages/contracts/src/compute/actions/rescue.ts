import { exact, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { Type } from 'typebox'
import { rescueNotifications } from '../notifications/servers.ts'
import { Uuid } from '../words.ts'
import { askedByAction } from './asked-by-action.ts'
import { hostAction } from './host-action.ts'
import type { ImageOfServer } from './image-of-server.ts'
import { idle } from './start-states.ts'

export const rescue = hostAction({
  name: 'rescue',
  operation: operation({
    ...askedByAction('rescue'),
    id: 'servers.rescue',
    summary: 'Start a server from another disk, beside which it has its own',
    rule: 'os_compute_api:os-rescue',
    body: Type.Object(
      {
        rescue: nullable(
          Type.Object(
            {
              adminPass: Type.Optional(Type.String()),
              rescue_image_ref: Type.Optional(Uuid),
            },
            exact,
          ),
        ),
      },
      exact,
    ),
    replies: { 200: view({ adminPass: Type.Optional(Type.String()) }) },
  }),
  from: { ...idle, vmStates: ['active', 'stopped', 'error'] },
  taskState: 'rescuing',
  endsIn: 'rescued',
  event: 'compute_rescue_instance',
  notifications: rescueNotifications,
  order: {
    /** The image of the rescue disk. Its properties say whether it takes the place of the first disk or is a further one. */
    image: Type.Unsafe<ImageOfServer>(Type.Object({})),
  },
})

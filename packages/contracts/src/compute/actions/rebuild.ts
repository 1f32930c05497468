import { exact, nullable, oneOf, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { before, since } from '@nimbo/operation/windows'
import { type Static, Type } from 'typebox'
import { rebuildNotifications } from '../notifications/servers.ts'
import { RebuiltServer } from '../servers.ts'
import { BooleanLike, Description, Fqdn, Hostname, Metadata, Name, Uuid } from '../words.ts'
import { askedByAction } from './asked-by-action.ts'
import { hostAction } from './host-action.ts'
import type { ImageOfServer } from './image-of-server.ts'
import { idle } from './start-states.ts'

const optional = Type.Optional
const address = (format: 'ipv4' | 'ipv6') => optional(Type.String({ format }))
const Certificates = Type.Array(Type.String({ minLength: 1 }), {
  minItems: 1,
  maxItems: 50,
  uniqueItems: true,
})

const Request = Type.Object(
  {
    imageRef: Uuid,
    name: optional(Name),
    adminPass: optional(Type.String()),
    metadata: optional(Metadata),
    preserve_ephemeral: optional(BooleanLike),
    'OS-DCF:diskConfig': optional(oneOf(['AUTO', 'MANUAL'])),
    accessIPv4: address('ipv4'),
    accessIPv6: address('ipv6'),
    personality: optional(
      before('2.57', Type.Array(Type.Object({ path: Type.String(), contents: Type.String() }, exact))),
    ),
    description: optional(since('2.19', Description)),
    key_name: optional(since('2.54', nullable(Name))),
    user_data: optional(since('2.57', nullable(Type.String({ maxLength: 65_535 })))),
    trusted_image_certificates: optional(since('2.63', nullable(Certificates))),
    hostname: optional(Type.Union([since('2.94', Fqdn), since('2.90', before('2.94', Hostname))])),
  },
  exact,
)

/** The parameters of a rebuild. */
export type RebuildRequest = Static<typeof Request>

export const rebuild = hostAction({
  name: 'rebuild',
  operation: operation({
    ...askedByAction('rebuild'),
    id: 'servers.rebuild',
    summary: 'Make a server anew from an image; it keeps its ports and volumes',
    rule: 'os_compute_api:servers:rebuild',
    mayAsk: [
      'os_compute_api:servers:rebuild:trusted_certs',
      'os_compute_api:servers:show:host_status',
      'os_compute_api:servers:show:host_status:unknown-only',
    ],
    body: Type.Object(
      {
        rebuild: Request,
      },
      exact,
    ),
    replies: { 202: view({ server: RebuiltServer }) },
    errors: ['ServerNotFound', 'WrongState', 'ServerLocked', 'ImageNotFound'],
  }),
  from: { ...idle, vmStates: ['active', 'stopped', 'error'] },
  taskState: 'rebuilding',
  steps: ['rebuild_block_device_mapping', 'rebuild_spawning'],
  endsIn: 'active',
  failsIn: 'error',
  event: 'compute_rebuild_instance',
  notifications: rebuildNotifications,
  order: {
    /** The new image; absent for a server that boots from a volume and keeps its disks. */
    image: optional(Type.Unsafe<ImageOfServer>(Type.Object({}))),
    /** The image that the volume of its root disk gets; absent for one that keeps its content. */
    reimage: optional(
      Type.Object({ volumeId: Type.String(), imageId: Type.String(), sizeGb: Type.Integer() }),
    ),
    /** Whether the server was off and must be off again. */
    stopped: Type.Boolean(),
  },
})

import { moveNotifications, resizePrepNotifications } from '@nimbo/contracts/compute/notifications/moves'
import { type HostNotifications, rebuildNotifications } from '@nimbo/contracts/compute/notifications/servers'
import { embeddedFlavorPayload } from '../../domain/notifications/server-payloads.ts'
import type { Server } from '../../domain/servers/server.ts'
import type { EmbeddedFlavor } from '../../domain/servers/request-spec.ts'
import type { ActionPart } from '../action-parts.ts'

const untold = (event: string): ActionPart => ({
  event,
  notified: { doing: event, kind: 'action', declared: undefined },
})

const notifiedPart = (event: string, declared: HostNotifications): ActionPart => ({
  event,
  notified: { doing: event, kind: 'action', declared },
})

/** The whole move, from the choice of a host on. */
export const coldMigratePart = untold('cold_migrate')

/** The destination claims resources. */
export const prepPart = (flavor: EmbeddedFlavor): ActionPart => ({
  event: 'compute_prep_resize',
  notified: {
    ...{ doing: 'prep_resize', kind: 'action', declared: resizePrepNotifications },
    more: {
      versioned: { new_flavor: embeddedFlavorPayload(flavor) },
      unversioned: { new_instance_type: flavor.name },
    },
  },
})

/** The source stops the guest and keeps its disks. */
export const leavePart = notifiedPart('compute_resize_instance', moveNotifications.resize)
/** The destination creates the server. */
export const settlePart = notifiedPart('compute_finish_resize', moveNotifications.finish)
export const confirmPart = notifiedPart('compute_confirm_resize', moveNotifications.confirm)
export const revertPart = notifiedPart('compute_revert_resize', moveNotifications.revert)
export const finishRevertPart = untold('compute_finish_revert_resize')
export const offloadPart = notifiedPart('compute_shelve_offload_instance', moveNotifications.offload)
export const unshelvePart = notifiedPart('compute_unshelve_instance', moveNotifications.unshelve)
export const rebuildServerPart = untold('rebuild_server')

/** An evacuation, which is notified as a rebuild. */
export const evacuatePart = (server: Server): ActionPart => ({
  event: 'compute_rebuild_instance',
  notified: {
    ...{ doing: 'evacuate', kind: 'action', declared: rebuildNotifications },
    more: { versioned: { trusted_image_certificates: server.trustedImageCertificates } },
  },
})

import { moveNotifications, toldOfResizePrep } from '@nimbo/contracts/compute/notifications/moves'
import { type ToldByHost, toldOfRebuild } from '@nimbo/contracts/compute/notifications/servers'
import { embeddedFlavorPayload } from '../../domain/notifications/told-server.ts'
import type { Server } from '../../domain/servers/server.ts'
import type { EmbeddedFlavor } from '../../domain/servers/request-spec.ts'
import type { ActionPart } from '../action-parts.ts'

const untold = (event: string): ActionPart => ({
  event,
  told: { doing: event, kind: 'action', declared: undefined },
})

const told = (event: string, declared: ToldByHost): ActionPart => ({
  event,
  told: { doing: event, kind: 'action', declared },
})

/** A host is chosen, and all that follows. */
export const coldMigratePart = untold('cold_migrate')

/** The chosen host makes room. */
export const prepPart = (flavor: EmbeddedFlavor): ActionPart => ({
  event: 'compute_prep_resize',
  told: {
    ...{ doing: 'prep_resize', kind: 'action', declared: toldOfResizePrep },
    more: {
      versioned: { new_flavor: embeddedFlavorPayload(flavor) },
      unversioned: { new_instance_type: flavor.name },
    },
  },
})

/** The old host ends the guest and sets its disks aside. */
export const leavePart = told('compute_resize_instance', moveNotifications.resize)
/** The new host makes it again. */
export const settlePart = told('compute_finish_resize', moveNotifications.finish)
export const confirmPart = told('compute_confirm_resize', moveNotifications.confirm)
export const revertPart = told('compute_revert_resize', moveNotifications.revert)
export const finishRevertPart = untold('compute_finish_revert_resize')
export const offloadPart = told('compute_shelve_offload_instance', moveNotifications.offload)
export const unshelvePart = told('compute_unshelve_instance', moveNotifications.unshelve)
export const rebuildServerPart = untold('rebuild_server')

/** A server is made anew where its host has failed: told as any other that is made anew. */
export const evacuatePart = (server: Server): ActionPart => ({
  event: 'compute_rebuild_instance',
  told: {
    ...{ doing: 'evacuate', kind: 'action', declared: toldOfRebuild },
    more: { versioned: { trusted_image_certificates: server.trustedImageCertificates } },
  },
})

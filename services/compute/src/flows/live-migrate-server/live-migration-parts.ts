import { liveMigrationNotifications as notifications } from '@nimbo/contracts/compute/notifications/live-migrations'
import type { HostNotifications } from '@nimbo/contracts/compute/notifications/servers'
import type { NotifiedAction } from '../../db/servers/notify-action.ts'
import type { ActionPart } from '../action-parts.ts'

const part = (event: string, declared?: HostNotifications): ActionPart => ({
  event,
  notified: { doing: event, kind: 'action', declared },
})

/** The whole migration, from the choice of a host on. */
export const liveMigratePart = part('conductor_live_migrate_instance')
export const checkLandingPart = part('compute_check_can_live_migrate_destination')
export const checkDeparturePart = part('compute_check_can_live_migrate_source')
/** The destination prepares for the guest. */
export const prePart = part('compute_pre_live_migration', notifications.pre)
/** The guest is transferred. */
export const livePart = part('compute_live_migration')
/** The destination takes over completely. */
export const postPart = part('compute_post_live_migration_at_destination', notifications.postDest)
export const abortPart = part('compute_live_migration_abort', notifications.abort)
export const forcePart = part('compute_live_migration_force_complete', notifications.forceComplete)

/** All parts that may have started, last first. */
export const liveParts = [postPart, livePart, prePart, checkDeparturePart, checkLandingPart, liveMigratePart]

const notified = (doing: string, declared: HostNotifications): NotifiedAction => ({
  doing,
  kind: 'action',
  declared,
})

/** What the source host does after the transfer; it is notified, but is no event of the action. */
export const postNotification = notified('post_live_migration', notifications.post)
/** The notifications of a rollback: of the host that keeps the guest, then of the one that does not get it. */
export const rollbackNotifications = [
  notified('rollback_live_migration', notifications.rollback),
  notified('rollback_live_migration_at_destination', notifications.rollbackDest),
]

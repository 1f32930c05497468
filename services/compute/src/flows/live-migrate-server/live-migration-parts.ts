import { liveMigrationNotifications as told } from '@nimbo/contracts/compute/notifications/live-migrations'
import type { ToldByHost } from '@nimbo/contracts/compute/notifications/servers'
import type { NotifiedAction } from '../../db/servers/notify-action.ts'
import type { ActionPart } from '../action-parts.ts'

const part = (event: string, declared?: ToldByHost): ActionPart => ({
  event,
  told: { doing: event, kind: 'action', declared },
})

/** Choosing a host and everything after. */
export const liveMigratePart = part('conductor_live_migrate_instance')
export const checkLandingPart = part('compute_check_can_live_migrate_destination')
export const checkDeparturePart = part('compute_check_can_live_migrate_source')
/** The destination prepares for the guest. */
export const prePart = part('compute_pre_live_migration', told.pre)
/** The guest is transferred. */
export const livePart = part('compute_live_migration')
/** The destination takes over completely. */
export const postPart = part('compute_post_live_migration_at_destination', told.postDest)
export const abortPart = part('compute_live_migration_abort', told.abort)
export const forcePart = part('compute_live_migration_force_complete', told.forceComplete)

/** All parts that may have started, last first. */
export const liveParts = [postPart, livePart, prePart, checkDeparturePart, checkLandingPart, liveMigratePart]

const telling = (doing: string, declared: ToldByHost): NotifiedAction => ({ doing, kind: 'action', declared })

/** Only notified: what the source host does after the transfer. */
export const toldOfPost = telling('post_live_migration', told.post)
/** Hosts involved in a rollback: the one that keeps the guest, then the one that does not get it. */
export const toldOfRollback = [
  telling('rollback_live_migration', told.rollback),
  telling('rollback_live_migration_at_destination', told.rollbackDest),
]

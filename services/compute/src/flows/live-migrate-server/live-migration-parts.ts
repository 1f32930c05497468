import { liveMigrationNotifications as told } from '@nimbo/contracts/compute/notifications/live-migrations'
import type { ToldByHost } from '@nimbo/contracts/compute/notifications/servers'
import type { ToldAction } from '../../db/servers/tell-action.ts'
import type { ActionPart } from '../action-parts.ts'

const part = (event: string, declared?: ToldByHost): ActionPart => ({
  event,
  told: { doing: event, kind: 'action', declared },
})

/** A host is chosen, and all that follows. */
export const liveMigratePart = part('conductor_live_migrate_instance')
export const checkLandingPart = part('compute_check_can_live_migrate_destination')
export const checkDeparturePart = part('compute_check_can_live_migrate_source')
/** The chosen host makes ready what the guest will need. */
export const prePart = part('compute_pre_live_migration', told.pre)
/** The guest leaves. */
export const livePart = part('compute_live_migration')
/** The chosen host has all of it. */
export const postPart = part('compute_post_live_migration_at_destination', told.postDest)
export const abortPart = part('compute_live_migration_abort', told.abort)
export const forcePart = part('compute_live_migration_force_complete', told.forceComplete)

/** All that may have begun, the last first. */
export const liveParts = [postPart, livePart, prePart, checkDeparturePart, checkLandingPart, liveMigratePart]

const telling = (doing: string, declared: ToldByHost): ToldAction => ({ doing, kind: 'action', declared })

/** Told without a part of its own: what the host does that the guest has left. */
export const toldOfPost = telling('post_live_migration', told.post)
/** Who takes part in what is turned back: the host that keeps the guest, then the one that does not get it. */
export const toldOfRollback = [
  telling('rollback_live_migration', told.rollback),
  telling('rollback_live_migration_at_destination', told.rollbackDest),
]

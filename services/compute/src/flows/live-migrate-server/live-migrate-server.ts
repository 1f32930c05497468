import { flow } from '@nimbo/durable/flow'
import { liveMigrateServerFlow } from '../../domain/flow-kinds.ts'
import type { LiveMigrateServer } from '../../domain/server-actions/operations.ts'
import { holdOldClaim } from '../resize-server/hold-old-claim.ts'
import { awaitTurn } from './await-turn.ts'
import { checkHosts } from './check-hosts.ts'
import { chooseHost } from './choose-host.ts'
import { liveMigratePart } from './live-migration-parts.ts'
import { moveGuest } from './move-guest.ts'
import { prepareLanding } from './prepare-landing.ts'
import { recordLiveMigrated } from './record-live-migrated.ts'
import { recordNotLiveMigrated } from './record-not-live-migrated.ts'

/** Live migration: afterwards the server runs on the destination, or still on the source. */
export const liveMigrateServer = flow<LiveMigrateServer>(liveMigrateServerFlow.name, {
  deadlineMs: liveMigrateServerFlow.deadlineMs,
})
  .step(holdOldClaim(liveMigratePart))
  .step(chooseHost)
  .step(checkHosts)
  .step(awaitTurn)
  .step(prepareLanding)
  .step(moveGuest)
  .onDone(recordLiveMigrated)
  .onFailed(recordNotLiveMigrated)

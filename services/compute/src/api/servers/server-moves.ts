import { confirmResize } from '@nimbo/contracts/compute/actions/confirm-resize'
import { evacuate } from '@nimbo/contracts/compute/actions/evacuate'
import { liveMigrate } from '@nimbo/contracts/compute/actions/live-migrate'
import { migrate } from '@nimbo/contracts/compute/actions/migrate'
import { resize } from '@nimbo/contracts/compute/actions/resize'
import { revertResize } from '@nimbo/contracts/compute/actions/revert-resize'
import { shelve } from '@nimbo/contracts/compute/actions/shelve'
import { shelveOffload } from '@nimbo/contracts/compute/actions/shelve-offload'
import { unshelve } from '@nimbo/contracts/compute/actions/unshelve'
import { asBoolean } from '@nimbo/contracts/compute/words'
import { microversion } from '@nimbo/operation/microversion'
import { errors } from '../../errors.ts'
import { handle, ownerOf } from '../handle.ts'

const hostNamed = microversion('2.56')
/** Since 2.30 the scheduler checks the target host of a live migration unless `force` is set. */
const hostJudged = microversion('2.30')
const checkedLater = microversion('2.34')
const zoneNamed = microversion('2.77')
/** Since 2.14 evacuation returns no password. */
const passwordKept = microversion('2.14')
/** Since 2.29 the scheduler checks the target host of an evacuation unless `force` is set. */
const evacuationJudged = microversion('2.29')
const staysOff = microversion('2.95')

const resizing = handle(resize.operation, async ({ ctx, app, found, body }) => {
  const { flavorRef, 'OS-DCF:diskConfig': diskConfig } = body.resize
  const flavorId = String(flavorRef).split('/').at(-1) ?? ''
  await app.servers.resize(ctx, found.server, {
    flavorId,
    ...(diskConfig === undefined ? {} : { diskConfig }),
  })
})

const migrating = handle(migrate.operation, async ({ ctx, app, found, body, version, enforce }) => {
  const host = version >= hostNamed ? (body.migrate?.host ?? undefined) : undefined
  if (host !== undefined) enforce('os_compute_api:os-migrate-server:migrate:host', ownerOf(found.server))
  await app.servers.migrate(ctx, found.server, host)
})

const migratingLive = handle(liveMigrate.operation, async ({ ctx, app, found, body, version, enforce }) => {
  const { host, force, block_migration } = body['os-migrateLive']
  if (host !== null) enforce('os_compute_api:os-migrate-server:migrate_live:host', ownerOf(found.server))
  await app.servers.liveMigrate(ctx, found.server, {
    host,
    // Before 2.30 a given host was always forced.
    forced: version < hostJudged ? host !== null : asBoolean(force),
    checkedFirst: version < checkedLater,
    copiesDisks: block_migration === 'auto' ? undefined : asBoolean(block_migration),
  })
})

const confirming = handle(confirmResize.operation, async ({ ctx, app, found }) => {
  await app.servers.confirmResize(ctx, found.server)
})

const reverting = handle(revertResize.operation, async ({ ctx, app, found }) => {
  await app.servers.revertResize(ctx, found.server)
})

const shelving = handle(shelve.operation, async ({ ctx, app, found }) => {
  await app.servers.shelve(ctx, found.server)
})

const offloading = handle(shelveOffload.operation, async ({ ctx, app, found }) => {
  await app.servers.offload(ctx, found.server)
})

const unshelving = handle(unshelve.operation, async ({ ctx, app, found, body, version, enforce }) => {
  const { availability_zone: zone, host } = (version >= zoneNamed && body.unshelve) || {}
  if (host !== undefined) enforce('os_compute_api:os-shelve:unshelve_to_host', ownerOf(found.server))
  await app.servers.unshelve(ctx, found.server, {
    ...(zone === undefined ? {} : { zone }),
    ...(host === undefined ? {} : { host }),
  })
})

const evacuating = handle(evacuate.operation, async ({ ctx, app, found, body, version }) => {
  const { host, force, adminPass: adminPassword, onSharedStorage = false } = body.evacuate
  const keepsDisk = version < passwordKept && asBoolean(onSharedStorage)
  if (keepsDisk && adminPassword !== undefined)
    throw errors.BadRequest({ reason: "admin password can't be changed on existing disk" })
  if (asBoolean(force) && host === undefined)
    throw errors.BadRequest({ reason: "Can't force to a non-provided destination" })
  const adminPass = await app.servers.evacuate(ctx, found.server, {
    // Before 2.29 a given host was always forced.
    forced: version < evacuationJudged ? host !== undefined : asBoolean(force),
    staysOff: version >= staysOff,
    ...(host === undefined ? {} : { host }),
    ...(adminPassword === undefined ? {} : { adminPassword }),
  })
  if (version >= passwordKept || keepsDisk) return {}
  return app.deps.config.api.enable_instance_password ? { adminPass } : {}
})

/** Actions that move or resize a server. */
export const serverMoveRoutes = [
  ...[resizing, migrating, migratingLive, confirming, reverting],
  ...[shelving, offloading, unshelving, evacuating],
]

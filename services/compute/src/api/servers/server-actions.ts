import type { PlainServerView, ServerView } from '@nimbo/contracts/compute/servers'
import { addSecurityGroup } from '@nimbo/contracts/compute/actions/add-security-group'
import { changePassword } from '@nimbo/contracts/compute/actions/change-password'
import { consoleOutput } from '@nimbo/contracts/compute/actions/console-output'
import { createBackup } from '@nimbo/contracts/compute/actions/create-backup'
import { createImage } from '@nimbo/contracts/compute/actions/create-image'
import { forceDelete } from '@nimbo/contracts/compute/actions/force-delete'
import type { ActionOperation } from '@nimbo/contracts/compute/actions/host-action'
import { lock } from '@nimbo/contracts/compute/actions/lock'
import { reboot } from '@nimbo/contracts/compute/actions/reboot'
import { rebuild } from '@nimbo/contracts/compute/actions/rebuild'
import { removeSecurityGroup } from '@nimbo/contracts/compute/actions/remove-security-group'
import { rescue } from '@nimbo/contracts/compute/actions/rescue'
import { resetState } from '@nimbo/contracts/compute/actions/reset-state'
import { restore } from '@nimbo/contracts/compute/actions/restore'
import { plainActions } from '@nimbo/contracts/compute/actions/server-actions'
import { unlock } from '@nimbo/contracts/compute/actions/unlock'
import { answer } from '@nimbo/http/answer'
import { microversion } from '@nimbo/operation/microversion'
import type { PlainKind } from '../../app/actions/act.ts'
import { isLockedByOthers } from '../../domain/servers/server-lock.ts'
import { imageLink } from '../../domain/servers/server-view.ts'
import { handle, ownerOf } from '../handle.ts'
import { serverMoveRoutes } from './server-moves.ts'
import { viewChanged } from './servers.ts'

const isPlain = (kind: string): kind is PlainKind => kind in plainActions

/** Since 2.87 servers that boot from volumes can be rescued. */
const volumesRescued = microversion('2.87')
/** Since 2.93 a rebuild writes the image to the volume that a server boots from. */
const volumesReimaged = microversion('2.93')
const imageNamed = microversion('2.45')
/** Since 2.54 a rebuild can change the key pair, and the reply shows it. */
const keyShown = microversion('2.54')
const userDataShown = microversion('2.57')
/** Before 2.73 a lock has no reason, and its value may be anything. */
const reasonKept = microversion('2.73')

/** Actions that need no arguments. */
const actingPlainly = Object.keys(plainActions)
  .filter(isPlain)
  .map((kind) => {
    const { operation }: { readonly operation: ActionOperation } = plainActions[kind]
    return handle(operation, ({ ctx, app, found }) => app.servers.act(ctx, found.server, kind))
  })

const rebooting = handle(reboot.operation, async ({ ctx, app, found, body }) => {
  const type = body.reboot.type.toUpperCase() === 'HARD' ? 'HARD' : 'SOFT'
  await app.servers.reboot(ctx, found.server, type)
})

const creatingImage = handle(createImage.operation, async (call) => {
  const { ctx, app, found, body, version, base, enforce: enforceOn } = call
  const enforce = (rule: string) => enforceOn(rule, ownerOf(found.server))
  const imageId = await app.servers.createImage(ctx, found.server, { ...body.createImage, enforce })
  return version < imageNamed
    ? answer(undefined, { headers: { location: imageLink(base, imageId) } })
    : { image_id: imageId }
})

/** Removes the extended attribute for user data: the reply of a rebuild contains it as `user_data`. */
const untoldUserData = (view: ServerView | PlainServerView) => {
  if (!('OS-EXT-SRV-ATTR:user_data' in view)) return view
  const { 'OS-EXT-SRV-ATTR:user_data': _sameAgain, ...shown } = view
  return shown
}

const rebuilding = handle(rebuild.operation, async (call) => {
  const { ctx, app, found, body, base, version } = call
  const enforce = (rule: string) => call.enforce(rule, ownerOf(found.server))
  const adminPass = await app.servers.rebuild(ctx, found.server, {
    ...{ request: body.rebuild, enforce },
    reimages: version >= volumesReimaged,
  })
  const { id } = found.server.server
  const { server } = await app.servers.find(ctx, id)
  const shown = {
    ...untoldUserData(await viewChanged(call, id)),
    ...(version >= keyShown ? { key_name: server.keyName } : {}),
    ...(version >= userDataShown ? { user_data: server.userData } : {}),
    ...(app.deps.config.api.enable_instance_password ? { adminPass } : {}),
  }
  return answer({ server: shown }, { headers: { location: `${base}/servers/${id}` } })
})

const rescuing = handle(rescue.operation, async ({ ctx, app, found, body, version }) => {
  const { adminPass: adminPassword, rescue_image_ref: imageId } = body.rescue ?? {}
  const volumesToo = version >= volumesRescued
  const adminPass = await app.servers.rescue(ctx, found.server, { adminPassword, imageId, volumesToo })
  return app.deps.config.api.enable_instance_password ? { adminPass } : {}
})

const changingPassword = handle(changePassword.operation, async ({ ctx, app, found, body }) => {
  await app.servers.changePassword(ctx, found.server, body.changePassword.adminPass)
})

const restoring = handle(restore.operation, async ({ ctx, app, found }) => {
  await app.servers.restore(ctx, found.server)
})

const backingUp = handle(createBackup.operation, async ({ ctx, app, found, body, version, base }) => {
  const { backup_type: backupType, rotation, ...plain } = body.createBackup
  const kept = Number(rotation)
  const wanted = { ...plain, backupType, rotation: kept }
  const imageId = await app.servers.createBackup(ctx, found.server, wanted)
  if (kept === 0) return undefined
  return version < imageNamed
    ? answer(undefined, { headers: { location: imageLink(base, imageId) } })
    : { image_id: imageId }
})

const locking = handle(lock.operation, async ({ ctx, app, found, body, version }) => {
  const reason = version >= reasonKept ? body.lock?.locked_reason : undefined
  await app.servers.lock(ctx, found.server, reason ?? null)
})

const unlocking = handle(unlock.operation, async ({ ctx, app, found: { server }, enforce }) => {
  if (isLockedByOthers(server.server, ctx.projectId))
    enforce('os_compute_api:os-lock-server:unlock:unlock_override', ownerOf(server))
  await app.servers.unlock(ctx, server)
})

const forceDeleting = handle(forceDelete.operation, async ({ ctx, app, found }) => {
  await app.servers.remove(ctx, found.server, { atOnce: true })
})

const resettingState = handle(resetState.operation, async ({ ctx, app, found, body }) => {
  await app.servers.resetState(ctx, found.server, body['os-resetState'].state)
})

const addingSecurityGroup = handle(addSecurityGroup.operation, async ({ ctx, app, params, body }) => {
  await app.securityGroups.change(ctx, params.server_id, body.addSecurityGroup.name, 'add')
})

const removingSecurityGroup = handle(removeSecurityGroup.operation, async ({ ctx, app, params, body }) => {
  await app.securityGroups.change(ctx, params.server_id, body.removeSecurityGroup.name, 'remove')
})

const showingConsole = handle(consoleOutput.operation, async ({ ctx, app, params, body }) => {
  const { length } = body['os-getConsoleOutput']
  const lines = length === undefined || length === null ? undefined : Number(length)
  return { output: await app.consoles.output(ctx, params.server_id, lines) }
})

/** All server actions. */
export const serverActionRoutes = [
  ...actingPlainly,
  ...[
    rebooting,
    rebuilding,
    rescuing,
    restoring,
    changingPassword,
    creatingImage,
    backingUp,
    locking,
    unlocking,
    forceDeleting,
    resettingState,
  ],
  ...[addingSecurityGroup, removingSecurityGroup, showingConsole],
  ...serverMoveRoutes,
]

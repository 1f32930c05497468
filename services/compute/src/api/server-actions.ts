import * as operations from '@nimbo/contracts/compute/server-actions'
import { isLockedByOthers } from '../domain/server-lock.ts'
import { handle, ownerOf } from './handle.ts'

const start = handle(operations.startServer, async ({ ctx, app, params }) => {
  await app.servers.operate(ctx, params.server_id, 'start')
})

const stop = handle(operations.stopServer, async ({ ctx, app, params }) => {
  await app.servers.operate(ctx, params.server_id, 'stop')
})

const pause = handle(operations.pauseServer, async ({ ctx, app, params }) => {
  await app.servers.operate(ctx, params.server_id, 'pause')
})

const unpause = handle(operations.unpauseServer, async ({ ctx, app, params }) => {
  await app.servers.operate(ctx, params.server_id, 'unpause')
})

const reboot = handle(operations.rebootServer, async ({ ctx, app, params, body }) => {
  const type = body.reboot.type.toUpperCase() === 'HARD' ? 'HARD' : 'SOFT'
  await app.servers.reboot(ctx, params.server_id, type)
})

const lock = handle(operations.lockServer, async ({ ctx, app, found, body }) => {
  await app.servers.lock(ctx, found.server, body.lock?.locked_reason ?? null)
})

const unlock = handle(operations.unlockServer, async ({ ctx, app, found: { server }, enforce }) => {
  if (isLockedByOthers(server.server, ctx.projectId))
    enforce('os_compute_api:os-lock-server:unlock:unlock_override', ownerOf(server))
  await app.servers.unlock(ctx, server)
})

const forceDelete = handle(operations.forceDeleteServer, async ({ ctx, app, found }) => {
  await app.servers.remove(ctx, found.server)
})

const resetState = handle(operations.resetServerState, async ({ ctx, app, found, body }) => {
  await app.servers.resetState(ctx, found.server, body['os-resetState'].state)
})

const addSecurityGroup = handle(operations.addSecurityGroup, async ({ ctx, app, params, body }) => {
  await app.securityGroups.change(ctx, params.server_id, body.addSecurityGroup.name, 'add')
})

const removeSecurityGroup = handle(operations.removeSecurityGroup, async ({ ctx, app, params, body }) => {
  await app.securityGroups.change(ctx, params.server_id, body.removeSecurityGroup.name, 'remove')
})

const consoleOutput = handle(operations.showConsoleOutput, async ({ ctx, app, params, body }) => {
  const { length } = body['os-getConsoleOutput']
  const lines = length === undefined || length === null ? undefined : Number(length)
  return { output: await app.consoles.output(ctx, params.server_id, lines) }
})

const vncConsole = handle(operations.openVncConsole, async ({ ctx, app, params, body }) => {
  const { type } = body['os-getVNCConsole']
  return { console: { type, url: await app.consoles.openVnc(ctx, params.server_id) } }
})

const remoteConsole = handle(operations.openRemoteConsole, async ({ ctx, app, params, body }) => ({
  remote_console: { ...body.remote_console, url: await app.consoles.openVnc(ctx, params.server_id) },
}))

export const serverActionRoutes = [
  ...[start, stop, pause, unpause, reboot, lock, unlock, forceDelete, resetState],
  ...[addSecurityGroup, removeSecurityGroup, consoleOutput, vncConsole, remoteConsole],
]

import { messageOf } from '@nimbo/kernel/errors'
import type { SwiftApp } from '../../app/app.ts'
import type { Container } from '../../db/containers.ts'
import { readSyncTarget } from '../../domain/sync/sync-target.ts'
import type { AskPeer } from './peer.ts'
import { type Peer, sendChange } from './send-change.ts'

const mostContainers = 1000
const batch = 100

const peerOf = (app: SwiftApp, { account, name, metadata }: Container, ask: AskPeer): Peer | undefined => {
  const { 'x-container-sync-to': to, 'x-container-sync-key': userKey } = metadata
  if (to === undefined || userKey === undefined) return undefined
  const target = readSyncTarget(to, { realms: app.realms(), hosts: app.config.DEFAULT.allowed_sync_hosts })
  if (typeof target !== 'string') return { target, userKey, ask }
  app.log.warn({ account, container: name, reason: target }, 'a container cannot be synchronized')
  return undefined
}

/**
 * Sends the changes of one container to its peer for at most `container_time` seconds. Failed changes are sent again in the next
 * pass.
 */
const synchronizeOne = async (
  app: SwiftApp,
  { container, peer }: { readonly container: Container; readonly peer: Peer },
  stopping: AbortSignal,
): Promise<void> => {
  const until = app.clock.now() + app.config['container-sync'].container_time * 1000
  const told = { done: 0, failed: 0 }
  for (let marker = ''; ; ) {
    const changes = await app.syncChanges.after(container.id, marker, batch)
    for (const change of changes) {
      if (stopping.aborted || app.clock.now() >= until) return
      try {
        await sendChange(app, peer, change)
        await app.syncChanges.settle(change)
        told.done += 1
      } catch (error) {
        told.failed += 1
        const { account, name } = container
        const where = { account, container: name, object: change.name, to: peer.target.url }
        app.log.warn({ ...where, reason: messageOf(error) }, 'an object could not be synchronized')
      }
    }
    const last = changes.at(-1)
    if (last === undefined || changes.length < batch) break
    marker = last.name
  }
  app.log.info(
    { account: container.account, container: container.name, ...told },
    'a container was synchronized',
  )
}

/** Container sync: sends all recorded changes to the peers of the containers. */
export const synchronize =
  (app: SwiftApp, ask: AskPeer) =>
  async (stopping: AbortSignal): Promise<void> => {
    for (const id of await app.syncChanges.containers(mostContainers)) {
      if (stopping.aborted) return
      const container = await app.containers.withId(id)
      if (container?.metadata['x-container-sync-to'] === undefined) {
        await app.syncChanges.forget(id)
        continue
      }
      const peer = peerOf(app, container, ask)
      if (peer) await synchronizeOne(app, { container, peer }, stopping)
    }
  }

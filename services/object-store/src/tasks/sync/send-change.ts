import { randomUUID } from 'node:crypto'
import { streamOf } from '@nimbo/http/message'
import type { SwiftApp } from '../../app/app.ts'
import type { StoredObject } from '../../db/objects.ts'
import type { SyncChange } from '../../db/sync-changes.ts'
import { quotedPath } from '../../domain/s3/quoted.ts'
import { syncSignature } from '../../domain/sync/realms.ts'
import type { SyncTarget } from '../../domain/sync/sync-target.ts'
import { withoutSystemMetadata } from '../../domain/system-metadata.ts'
import type { AskPeer, PeerReply, PeerRequest } from './peer.ts'

/** A container sync peer and the key that authorizes requests. */
export interface Peer {
  readonly target: SyncTarget
  readonly userKey: string
  readonly ask: AskPeer
}

type Asked = Omit<PeerRequest, 'url'> & { readonly query?: string; readonly timestamp: string }

const asked = (
  { target, userKey, ask }: Peer,
  name: string,
  { method, query = '', headers, timestamp, body }: Asked,
): Promise<PeerReply> => {
  const url = `${target.url}/${quotedPath(name)}`
  const nonce = randomUUID().replaceAll('-', '')
  const signed = { method, path: new URL(url).pathname, timestamp, nonce, userKey }
  const proof: Readonly<Record<string, string>> = target.realm
    ? {
        'x-container-sync-auth': `${target.realm.name} ${nonce} ${syncSignature(target.realm.key, signed)}`,
      }
    : { 'x-container-sync-key': userKey }
  return ask({ method, url: url + query, headers: { ...headers, ...proof, 'x-timestamp': timestamp }, body })
}

const require = ({ status }: PeerReply, ...accepted: readonly number[]): void => {
  if ((status < 200 || status >= 300) && !accepted.includes(status))
    throw new Error(`the peer answered ${status}`)
}

/**
 * The body and headers for the peer. A static large object is sent as its manifest; the containers of its segments are
 * synchronized separately.
 */
const contentOf = async (
  app: SwiftApp,
  object: StoredObject,
): Promise<Pick<Asked, 'query' | 'headers' | 'body'>> => {
  const { kind, blob, size, etag } = object
  if (kind === 'static' && blob !== null)
    return { headers: { etag, 'x-static-large-object': 'True' }, body: streamOf(await app.bytes.read(blob)) }
  if (kind === 'link' || blob === null || size === 0) return { headers: kind === 'link' ? {} : { etag } }
  return { headers: { etag }, body: streamOf(await app.bytes.read(blob)) }
}

const putAtPeer = async (app: SwiftApp, peer: Peer, object: StoredObject): Promise<void> => {
  const { name, timestamp, headers, contentType, deleteAt } = object
  const there = await asked(peer, name, { method: 'HEAD', query: '?symlink=get', headers: {}, timestamp })
  require(there, 404)
  if (there.status !== 404 && there.timestamp !== undefined && there.timestamp >= timestamp) return
  const content = await contentOf(app, object)
  const reply = await asked(peer, name, {
    ...{ ...content, method: 'PUT', timestamp },
    headers: {
      ...withoutSystemMetadata(headers),
      'content-type': contentType,
      ...(deleteAt === null ? {} : { 'x-delete-at': String(deleteAt) }),
      ...content.headers,
    },
  })
  require(reply)
}

/**
 * Sends a change of an object to the container's peer: a PUT for a new object or new metadata, or a DELETE. Throws when the peer
 * does not accept it.
 */
export const sendChange = async (app: SwiftApp, peer: Peer, change: SyncChange): Promise<void> => {
  const { containerId, name, timestamp, isDeleted } = change
  if (isDeleted) {
    const gone = await asked(peer, name, { method: 'DELETE', headers: {}, timestamp })
    // The peer does not have the object, or has a newer one.
    require(gone, 404, 409)
    return
  }
  const object = await app.objects.find(containerId, name)
  const isExpired = object?.deleteAt != null && object.deleteAt * 1000 <= app.clock.now()
  // The deletion of an object that was deleted meanwhile is another change; an expired object expires at the peer, too.
  if (object && !isExpired) await putAtPeer(app, peer, object)
}

import { randomUUID } from 'node:crypto'
import type { SwiftApp } from '../../app/app.ts'
import type { StoredObject } from '../../db/objects.ts'
import type { SyncChange } from '../../db/sync-changes.ts'
import { quotedPath } from '../../domain/s3/quoted.ts'
import { syncSignature } from '../../domain/sync/realms.ts'
import type { SyncTarget } from '../../domain/sync/sync-target.ts'
import { withoutSystemMetadata } from '../../domain/system-metadata.ts'
import type { AskPeer, PeerReply, PeerRequest } from './peer.ts'

/** Where a container's changes go, and by what key. */
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

/** What the peer is to keep; a large object goes as its manifest, whose segments are synced by their own containers. */
const contentOf = async (
  app: SwiftApp,
  object: StoredObject,
): Promise<Pick<Asked, 'query' | 'headers' | 'body'>> => {
  const { kind, blob, size, etag } = object
  if (kind === 'static' && blob !== null)
    return { headers: { etag, 'x-static-large-object': 'True' }, body: await app.bytes.read(blob) }
  if (kind === 'link' || blob === null || size === 0) return { headers: kind === 'link' ? {} : { etag } }
  return { headers: { etag }, body: await app.bytes.read(blob) }
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

/** Tells the peer of a container what became of an object: that it was put or described anew, or deleted. Throws when it does not take it. */
export const tellChange = async (app: SwiftApp, peer: Peer, change: SyncChange): Promise<void> => {
  const { containerId, name, timestamp, isDeleted } = change
  if (isDeleted) {
    const gone = await asked(peer, name, { method: 'DELETE', headers: {}, timestamp })
    // It never had it, or has a later one.
    require(gone, 404, 409)
    return
  }
  const object = await app.objects.find(containerId, name)
  const isExpired = object?.deleteAt != null && object.deleteAt * 1000 <= app.clock.now()
  // What has gone since without a word is told by whoever removed it.
  if (object && !isExpired) await putAtPeer(app, peer, object)
}

import type { SwiftApp } from '../../app/app.ts'
import { putObject } from '../../app/put-object.ts'
import { requireMetadata } from '../../domain/metadata-limits.ts'
import { readObjectName, requireNames } from '../../domain/resource-path.ts'
import { quotedPath } from '../../domain/s3/quoted.ts'
import { errors } from '../../errors.ts'
import { findLiving } from '../content/find-object.ts'
import type { ObjectHandler, ObjectRequest } from '../object-request.ts'
import { requireContainer } from '../require.ts'
import { expiryOf, keptHeaders } from './object-changes.ts'
import { requireCreation } from './require-creation.ts'
import { roomFor } from './room-for.ts'
import { storedReply } from './stored-reply.ts'

/** The MD5 of empty content: a symlink has no bytes. */
const emptyEtag = 'd41d8cd98f00b204e9800998ecf8427e'

const hasBody = ({ headers }: ObjectRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Creates a symlink to another object. With `X-Symlink-Target-Etag` it is valid only while the target has this ETag. */
export const putLink =
  (app: SwiftApp): ObjectHandler =>
  async (request) => {
    const container = await requireContainer(app, request, 'write')
    const { headers, object: name = '', account } = request
    if (hasBody(request)) throw errors.Invalid({ reason: 'Symlink requests require a zero byte body' })
    requireNames(request, app.config['swift-constraints'])
    requireMetadata(headers, 'x-object-meta-', app.config['swift-constraints'])
    const target = readObjectName('X-Symlink-Target', headers['x-symlink-target'] ?? '')
    const targetAccount = headers['x-symlink-target-account'] ?? account
    if (targetAccount === account && target.container === request.container && target.object === name)
      throw errors.Invalid({ reason: 'Symlink cannot target itself' })
    const pinned = headers['x-symlink-target-etag']?.replaceAll('"', '')
    if (pinned !== undefined && request.isOfPeer !== true)
      await requireTarget(app, { ...request, account: targetAccount, ...target }, pinned)
    const before = await findLiving(app, container, name)
    const mustBeNew = requireCreation(request, before)
    await roomFor(app, container, { replaced: before })
    const stored = await putObject(
      app,
      container,
      {
        ...{ name, etag: emptyEtag, size: 0, kind: 'link', deleteAt: expiryOf(headers, app.clock) },
        contentType: headers['content-type'] ?? 'application/symlink',
        ...{ asOf: request.asOf, mustBeNew },
        headers: {
          ...keptHeaders(headers),
          'x-symlink-target': quotedPath(`${target.container}/${target.object}`),
          ...(targetAccount === account ? {} : { 'x-symlink-target-account': targetAccount }),
          ...(pinned === undefined ? {} : { 'x-symlink-target-etag': pinned }),
        },
      },
      undefined,
    )
    return storedReply(stored)
  }

const requireTarget = async (app: SwiftApp, target: ObjectRequest, etag: string): Promise<void> => {
  const container = await requireContainer(app, target, 'read')
  const object = await findLiving(app, container, target.object ?? '')
  if (!object) throw errors.Conflict({ reason: 'X-Symlink-Target does not exist' })
  if (object.etag !== etag)
    throw errors.Conflict({
      reason: `Object Etag '${object.etag}' does not match X-Symlink-Target-Etag header '${etag}'`,
    })
}

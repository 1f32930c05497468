import type { Headers, Payload } from '@nimbo/http/message'
import { withHeaders } from '@nimbo/http/message'
import type { SwiftApp } from '../../app/app.ts'
import type { StoredObject } from '../../db/objects.ts'
import { readRanges } from '../../domain/byte-ranges.ts'
import { judgeConditions } from '../../domain/conditions.ts'
import type { Metadata } from '../../domain/metadata.ts'
import { readObjectName } from '../../domain/resource-path.ts'
import { withoutSystemMetadata } from '../../domain/system-metadata.ts'
import { httpDateOf } from '../../domain/timestamps.ts'
import { errors } from '../../errors.ts'
import { closingOnFailure } from '../content/closing-on-failure.ts'
import { contentOf, plainContent } from '../content/content-of.ts'
import { followLinks, requireObject } from '../content/find-object.ts'
import { rewritten } from '../../domain/manifest.ts'
import { manifestOf } from '../../app/manifest-of.ts'
import type { ObjectHandler, ObjectRequest } from '../object-request.ts'
import { keptHeaders } from './object-changes.ts'
import { putLink } from './put-link.ts'
import { putManifest } from './put-manifest.ts'
import { uploadObject } from './upload-object.ts'

/** The source of a copy, and the handler that stores the copy. */
interface Source {
  readonly object: StoredObject
  readonly etag: string
  readonly put: ObjectHandler
  /** Headers of the source that the copy gets in addition to the metadata. */
  readonly headers: Metadata
  /** Opens its bytes, or those of a range. */
  open(range: string | undefined): Promise<{ readonly body: Payload; readonly size: number }>
}

const isTrue = (text: string | undefined): boolean => text?.toLowerCase() === 'true'

/** A symlink itself, for `?symlink=get`. */
const linkOf = (app: SwiftApp, object: StoredObject): Source => ({
  ...{ object, etag: object.etag, put: putLink(app) },
  headers: Object.fromEntries(
    Object.entries(object.headers).filter(([name]) => name.startsWith('x-symlink-target')),
  ),
  open: async () => ({ body: undefined, size: 0 }),
})

/** The manifest of a static large object, for `?multipart-manifest=get`: the copy is a large object with the same segments. */
const manifestSource = (app: SwiftApp, object: StoredObject): Source => ({
  ...{ object, etag: object.etag, put: putManifest(app), headers: {} },
  open: async () => {
    const body = rewritten(await manifestOf(app, object))
    return { body, size: Buffer.byteLength(body) }
  },
})

const sourceOf = async (app: SwiftApp, request: ObjectRequest): Promise<Source> => {
  if (request.query.get('symlink') === 'get') {
    const { object } = await requireObject(app, request)
    if (object.kind === 'link') return linkOf(app, object)
  }
  const found = await followLinks(app, request)
  const { object } = found
  const isManifest = request.query.get('multipart-manifest') === 'get'
  if (isManifest && object.kind === 'static') return manifestSource(app, object)
  const content = isManifest ? plainContent(app, object) : await contentOf(app, found.request, object)
  const manifest = object.headers['x-object-manifest']
  return {
    ...{ object, etag: content.etag, put: uploadObject(app) },
    headers: isManifest && manifest !== undefined ? { 'x-object-manifest': manifest } : {},
    open: async (header) => {
      const ranges = readRanges(header, content.size)
      if (ranges?.length === 0) throw errors.RangeNotSatisfiable()
      const range = ranges?.length === 1 ? ranges[0] : undefined
      const size = range ? range.last - range.first + 1 : content.size
      return { size, body: await content.open(range) }
    },
  }
}

/**
 * The metadata that the copy inherits, none with `X-Fresh-Metadata`. `X-Object-Manifest` is left out, because the copy of a large
 * object's content is a plain object.
 */
const inheritedFrom = ({ headers, deleteAt }: StoredObject, isFresh: boolean): Metadata => {
  if (isFresh) return {}
  const { 'x-object-manifest': _, ...others } = keptHeaders(withoutSystemMetadata(headers))
  return deleteAt === null ? others : { ...others, 'x-delete-at': String(deleteAt) }
}

const withoutSource = ({
  'x-copy-from': _,
  'x-copy-from-account': __,
  range: ___,
  'content-length': ____,
  ...headers
}: Headers): Headers => headers

/** Creates a copy of the object in `X-Copy-From`, with its metadata and the changes in the request. */
export const copyObject =
  (app: SwiftApp): ObjectHandler =>
  async (request) => {
    const { headers, account, query } = request
    if (Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined)
      throw errors.Invalid({ reason: 'Copy requests require a zero byte body' })
    const from = {
      account: headers['x-copy-from-account'] ?? account,
      ...readObjectName('X-Copy-From', headers['x-copy-from'] ?? ''),
    }
    const source = await sourceOf(app, { ...request, ...from })
    const validators = { etag: source.etag.replaceAll('"', ''), modified: Number(source.object.timestamp) }
    if (judgeConditions(headers, validators) === 412) throw errors.PreconditionFailed({ reason: '' })
    const opened = await source.open(headers.range)
    const inherited = inheritedFrom(source.object, isTrue(headers['x-fresh-metadata']))
    const response = await closingOnFailure(opened.body, (body) =>
      source.put({
        ...request,
        query: new URLSearchParams(query.has('multipart-manifest') ? { 'multipart-manifest': 'put' } : {}),
        headers: {
          ...inherited,
          ...source.headers,
          ...withoutSource(headers),
          'content-type': headers['content-type'] ?? source.object.contentType,
          'content-length': String(opened.size),
        },
        body,
      }),
    )
    return withHeaders(response, {
      ...withoutSystemMetadata(keptHeaders({ ...inherited, ...headers })),
      'x-copied-from': encodeURIComponent(`${from.container}/${from.object}`).replaceAll('%2F', '/'),
      'x-copied-from-account': from.account,
      'x-copied-from-last-modified': httpDateOf(source.object.timestamp),
    })
  }

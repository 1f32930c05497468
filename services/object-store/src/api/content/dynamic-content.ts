import { hash } from 'node:crypto'
import type { SwiftApp } from '../../app/app.ts'
import type { StoredObject } from '../../db/objects.ts'
import { readObjectName } from '../../domain/resource-path.ts'
import { errors } from '../../errors.ts'
import type { ObjectRequest } from '../object-request.ts'
import { requireContainer } from '../require.ts'
import type { Content, OpenContent } from './content.ts'
import { joinSegments, type Segment } from './segments.ts'

/** Where the segments of a dynamic large object are, from its `X-Object-Manifest`: `container/prefix`. */
export const segmentsPlace = (manifest: string): { readonly container: string; readonly prefix: string } => {
  const { container, object } = readObjectName('X-Object-Manifest', manifest)
  return { container, prefix: object }
}

/**
 * The content of a dynamic large object: all objects whose names currently begin with the prefix, in the order of their names.
 */
export const dynamicContent = async (
  app: SwiftApp,
  request: ObjectRequest,
  object: StoredObject,
  openPart: OpenContent,
): Promise<Content> => {
  const { container: name, prefix } = segmentsPlace(object.headers['x-object-manifest'] ?? '')
  const container = await requireContainer(app, { ...request, container: name }, 'read')
  const found = await segmentsOf(app, container.id, prefix)
  const segments = found.map(
    (one): Segment => ({
      size: one.size,
      open: async (range) => (await openPart(request, one)).open(range),
    }),
  )
  const size = segments.reduce((sum, one) => sum + one.size, 0)
  return {
    size,
    etag: `"${hash('md5', found.map(({ etag }) => etag).join(''), 'hex')}"`,
    open: async (range) => joinSegments(segments, range ?? { first: 0, last: size - 1 }),
  }
}

const segmentsOf = async (
  app: SwiftApp,
  containerId: string,
  prefix: string,
): Promise<readonly StoredObject[]> => {
  const page = { prefix, delimiter: '', endMarker: '', reverse: false, limit: 1000 }
  const found: StoredObject[] = []
  for (let marker = ''; ; marker = found.at(-1)?.name ?? '') {
    const listed = await app.listObjects(containerId, { ...page, marker })
    for (const one of listed) if (one.kind === 'item') found.push(one.row)
    if (listed.length < page.limit) return found
    if (found.length > app.config['swift-constraints'].container_listing_limit)
      throw errors.Conflict({ reason: 'The manifest has too many segments.' })
  }
}

import { importMethods } from '@nimbo/contracts/image/words'
import { isUuid } from '@nimbo/kernel/ids'
import type { ImageApp } from '../../app/app.ts'
import { errors } from '../../errors.ts'
import type { Image } from '../image/image.ts'
import { admitsAddress, importFilter } from './import-filter.ts'
import type { RemoteSource } from './remote-glances.ts'

export type ImportMethod = (typeof importMethods)[number]

/** A valid import request. */
export interface ImportRequest {
  readonly method: ImportMethod
  /** The URL of web-download. */
  readonly uri: string | null
  /** The image of glance-download. */
  readonly remote?: RemoteSource
  readonly stores: readonly string[]
  readonly allMustSucceed: boolean
}

/** The body of an import request. */
interface Asked {
  readonly method: {
    readonly name: string
    readonly uri?: string
    readonly glance_region?: string
    readonly glance_image_id?: string
    readonly glance_service_interface?: string
  }
  readonly stores?: readonly string[]
  readonly all_stores?: boolean
  readonly all_stores_must_succeed?: boolean
}

const invalid = (reason: string) => errors.Invalid({ reason })
const conflict = (reason: string) => errors.Conflict({ reason })

const requireStatus = ({ status, staged }: Image, method: ImportMethod): void => {
  if (method === 'copy-image') {
    if (status !== 'active') throw conflict('Only images with status active can be targeted for copying')
    return
  }
  if (status === 'active') throw conflict('Image with status active cannot be target for import')
  if ((method === 'web-download' || method === 'glance-download') && status !== 'queued')
    throw conflict(`Image needs to be in 'queued' state to use '${method}' method`)
  if (method === 'glance-direct' && (status !== 'uploading' || staged === null))
    throw conflict("Image needs to be staged before 'glance-direct' method can be used")
}

const requireFormats = ({ containerFormat, diskFormat }: Image): void => {
  if (containerFormat === null) throw conflict("'container_format' needs to be set before import")
  if (diskFormat === null) throw conflict("'disk_format' needs to be set before import")
}

/** The stores of a request: those in the body, or the one in its header, or all. */
const askedStores = ({ stores }: ImageApp, asked: Asked, header: string | undefined): readonly string[] => {
  if (asked.all_stores === true) {
    if (asked.stores !== undefined || header !== undefined)
      throw invalid("All_stores parameter can't be used with x-image-meta-store header or stores parameter")
    return stores.writable.map(({ id }) => id)
  }
  if (asked.stores === undefined) return [header ?? stores.usual.id]
  if (header !== undefined)
    throw invalid("Stores parameter and x-image-meta-store header can't be both specified")
  return [...new Set(asked.stores)]
}

const storesFor = (
  app: ImageApp,
  image: Image,
  asked: Asked,
  header: string | undefined,
): readonly string[] => {
  const stores = askedStores(app, asked, header)
  const known = app.stores.writable.map(({ id }) => id)
  const unknown = stores.find((id) => !known.includes(id))
  if (unknown !== undefined) throw conflict(`Unknown scheme '${unknown}' found in URI`)
  if (stores.length === 0) throw invalid('An import needs a store.')
  if (asked.method.name !== 'copy-image') return stores
  if (asked.all_stores === true) return stores.filter((id) => !image.stores.includes(id))
  const present = stores.find((id) => image.stores.includes(id))
  if (present !== undefined) throw invalid(`Image is already present at store '${present}'`)
  return stores
}

/** The import method of that name, if the operator enabled it. */
export const importMethod = ({ config }: ImageApp, name: string): ImportMethod => {
  const offered: readonly string[] = config.DEFAULT.enabled_import_methods
  if (offered.includes(name) && isMethod(name)) return name
  throw invalid(`Unknown import method name '${name}'.`)
}

const isMethod = (name: string): name is ImportMethod => {
  const known: readonly string[] = importMethods
  return known.includes(name)
}

const remoteSource = ({ method }: Asked): RemoteSource => {
  const { glance_region: region, glance_image_id: imageId } = method
  const unset = region === undefined ? 'glance_region' : imageId === undefined ? 'glance_image_id' : undefined
  if (region === undefined || imageId === undefined)
    throw invalid(`'${unset}' needs to be set for glance-download import method`)
  if (!isUuid(imageId)) throw invalid(`Remote image id does not look like a UUID: ${imageId}`)
  return { region, imageId, serviceInterface: method.glance_service_interface ?? 'public' }
}

/** Reads an import request; throws if the image is not ready for it or the request is invalid. */
export const readImport = (
  app: ImageApp,
  image: Image,
  asked: Asked,
  header: string | undefined,
): ImportRequest => {
  const method = importMethod(app, asked.method.name)
  requireStatus(image, method)
  requireFormats(image)
  const stores = storesFor(app, image, asked, header)
  const { uri = '' } = asked.method
  if (method === 'web-download' && !admitsAddress(importFilter(app.config.import_filtering_opts), uri))
    throw invalid(`URI for web-download does not pass filtering: ${uri}`)
  const allMustSucceed = asked.all_stores_must_succeed ?? true
  return {
    ...{ method, uri: method === 'web-download' ? uri : null, stores, allMustSucceed },
    ...(method === 'glance-download' ? { remote: remoteSource(asked) } : {}),
  }
}

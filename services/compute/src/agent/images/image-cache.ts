import { existsSync } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageClient } from '@nimbo/clients/image'
import { driverOf } from '@nimbo/image-conversion/disk-drivers'
import type { ImageConverter } from '@nimbo/image-conversion/image-converter'
import { isRefusedImage } from '@nimbo/image-conversion/is-refused-image'
import { bytesOfFile } from '@nimbo/image-format/image-bytes'
import { hostRules, type InspectionRules, inspectImage } from '@nimbo/image-format/inspect-image'
import { requireDiskFormat } from '@nimbo/image-format/require-disk-format'
import { type Clock, systemClock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { isFault, messageOf } from '@nimbo/kernel/errors'
import { errors } from '../agent-errors.ts'
import { isMarked, markOf, setMark } from './signatures/verified-mark.ts'
import { downloadImage, type WantedImage } from './download-image.ts'

/** An image on this host, in a format that can back guests' disks. */
export interface CachedImage {
  readonly path: string
  readonly format: 'raw' | 'qcow2'
  /** Size of its virtual disk in bytes. */
  readonly virtualSize: number
}

/** The images cached on this host, each a file named by its id: complete, verified, and safe to open in its format. */
export interface ImageCache {
  /**
   * Returns the image, after downloading and if needed converting it; concurrent calls share one download. An image
   * with a virtual disk larger than `most` bytes is refused.
   */
  fetch(ctx: Context, image: WantedImage, most?: number): Promise<CachedImage>
  /** When this cache last returned a file, in milliseconds since the epoch; undefined if never. */
  lastGiven(path: string): number | undefined
}

export interface ImageCacheDeps {
  readonly directory: string
  readonly images: Pick<ImageClient, 'download'>
  readonly converter: ImageConverter
  readonly rules?: InspectionRules
  readonly clock?: Clock
  /** How often a failed download is tried again; never by default. */
  readonly retries?: number
}

export const imageCache = ({
  rules = hostRules,
  clock = systemClock,
  retries = 0,
  ...rest
}: ImageCacheDeps): ImageCache => {
  const deps = { ...rest, rules, clock, retries }
  const ready = new Map<string, CachedImage>()
  const given = new Map<string, number>()
  const underWay = new Map<string, Promise<CachedImage>>()

  const fetchNew = (ctx: Context, image: WantedImage, most: number): Promise<CachedImage> => {
    // The size limit is part of the key: another server may have room for an image that this one refuses.
    const key = `${image.id} ${markOf(image)} ${most}`
    const fetching =
      underWay.get(key) ?? fetchOnce(deps, ctx, image, most).finally(() => underWay.delete(key))
    underWay.set(key, fetching)
    return fetching
  }
  return {
    fetch: async (ctx, image, most = Number.POSITIVE_INFINITY) => {
      // One server may accept an image unverified that another server must have verified.
      const key = `${image.id} ${markOf(image)}`
      const known = ready.get(key)
      // A synchronous check, because every build calls this and an asynchronous one takes ten times as long.
      const cached = known && existsSync(known.path) ? known : await fetchNew(ctx, image, most)
      ready.set(key, cached)
      given.set(cached.path, clock.now())
      requireFits(cached.virtualSize, most)
      return cached
    },
    lastGiven: (path) => given.get(path),
  }
}

const requireFits = (imageBytes: number, flavorBytes: number): void => {
  if (imageBytes > flavorBytes) throw errors.FlavorDiskSmallerThanImage({ flavorBytes, imageBytes })
}

type Deps = Required<ImageCacheDeps>

const fetchOnce = async (
  deps: Deps,
  ctx: Context,
  image: WantedImage,
  most: number,
): Promise<CachedImage> => {
  const format = image.diskFormat ?? 'raw'
  await mkdir(deps.directory, { recursive: true, mode: 0o711 })
  try {
    return format === 'qcow2' || driverOf(format) === undefined
      ? await fetchAsItIs(deps, ctx, image, format)
      : await fetchConverted(deps, ctx, image, { format, most })
  } catch (cause) {
    if (isFault(cause, 'ImageTooLarge')) requireFits(Number(cause.details.virtualSize), most)
    if (!isRefusedImage(cause)) throw cause
    throw errors.ImageUnacceptable({ imageId: image.id, reason: messageOf(cause) }, { cause })
  }
}

/**
 * Caches an image that QEMU opens in its original format. Inspects it even if it was cached earlier, perhaps by an
 * older version.
 */
const fetchAsItIs = async (
  { directory, rules, ...deps }: Deps,
  ctx: Context,
  image: WantedImage,
  format: string,
): Promise<CachedImage> => {
  const path = join(directory, image.id)
  const judge = async (file: string): Promise<CachedImage> => {
    await using opened = await open(file)
    const inspected = await inspectImage(await bytesOfFile(opened), rules)
    requireDiskFormat(format, inspected.format)
    return { path, format: format === 'qcow2' ? 'qcow2' : 'raw', virtualSize: inspected.virtualSize }
  }
  if (existsSync(path) && (await isMarked(path, markOf(image)))) return judge(path)
  return downloadImage(deps, ctx, { image, path }, async (part) => {
    const judged = await judge(part)
    await rename(part, path)
    await setMark(path, markOf(image))
    return judged
  })
}

/** Caches an image of another format, converted to raw, under another file name. */
const fetchConverted = async (
  { directory, rules, converter, ...deps }: Deps,
  ctx: Context,
  image: WantedImage,
  { format, most }: { readonly format: string; readonly most: number },
): Promise<CachedImage> => {
  const path = join(directory, `${image.id}.raw`)
  const converted = async (): Promise<CachedImage> => ({
    path,
    format: 'raw',
    virtualSize: (await stat(path)).size,
  })
  if (existsSync(path) && (await isMarked(path, markOf(image)))) return converted()
  return downloadImage(deps, ctx, { image, path }, async (part) => {
    const target = part.replace(/\.part$/, '.raw.part')
    await rm(target, { force: true })
    await converter.toRaw({ source: part, format, target, most, rules })
    await rename(target, path)
    await setMark(path, markOf(image))
    return converted()
  })
}

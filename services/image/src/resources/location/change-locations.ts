import { sizeOfDownload } from '@nimbo/http/download'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { ImageApp } from '../../app/app.ts'
import { errors } from '../../errors.ts'
import type { Address, Image } from '../image/image.ts'
import { refuseOverLimits } from '../image/image-limits.ts'
import type { PatchChange } from '../image/json-patch.ts'
import { admitsAddress, importFilter } from '../import/import-filter.ts'
import { locationsOf } from './locations-of.ts'
import { type GivenLocation, readLocation, readLocations } from './read-location.ts'

const changeable = ['queued', 'active']

const requireStatus = ({ status }: Image, verb: string): void => {
  if (!changeable.includes(status))
    throw errors.Conflict({ reason: `It's not allowed to ${verb} locations if image status is ${status}.` })
}

/** Parses a position from 0 to `length`, or `-` for `length`. Throws for others. */
const positionIn = (at: string | undefined, length: number): number => {
  const position = at === '-' ? length : /^\d+$/.test(at ?? '') ? Number(at) : Number.NaN
  if (!(position <= length)) throw errors.Invalid({ reason: `Invalid position of a location: ${at ?? ''}` })
  return position
}

/**
 * The hashes of an image after a location is added: a queued image gets those in `validation_data`, any other must have the
 * same.
 */
const hashesFor = (image: Image, { validation }: GivenLocation): Pick<Image, 'checksum' | 'hashValue'> => {
  const { checksum, hashValue } = image
  if (validation === undefined) return { checksum, hashValue }
  const given = { checksum: validation.checksum ?? checksum, hashValue: validation.hashValue }
  if (image.status === 'queued') {
    if (validation.algorithm !== 'sha512')
      throw errors.Invalid({ reason: `os_hash_algo must be sha512, not ${validation.algorithm}` })
    return given
  }
  if (validation.algorithm !== 'sha512' || given.checksum !== checksum || given.hashValue !== hashValue)
    throw errors.Conflict({ reason: 'The validation_data of the location differs from that of the image.' })
  return given
}

const added = async (app: ImageApp, image: Image, { at, value }: PatchChange): Promise<Image> => {
  requireStatus(image, 'add')
  const given = readLocation(value)
  const { url, metadata } = given
  const { elsewhere } = app.stores
  const rules = importFilter(app.config.import_filtering_opts)
  if (!elsewhere || !admitsAddress(rules, url)) throw errors.Invalid({ reason: 'Invalid location' })
  const present = locationsOf(app.stores, image)
  if (present.some((one) => one.url === url))
    throw errors.Invalid({ reason: `The location ${url} already exists` })
  const position = positionIn(at, present.length)
  const hashes = hashesFor(image, given)
  const stored = present.filter(({ store }) => store !== undefined)
  const addresses: readonly Address[] = present.slice(stored.length).map((one) => plain(one))
  const next = addresses.toSpliced(Math.max(0, position - stored.length), 0, { url, metadata })
  if (stored.length > 0) return { ...image, ...hashes, addresses: next }
  const [first = { url }] = next
  return {
    ...{ ...image, ...hashes, addresses: next, location: first.url, stores: [elsewhere.id] },
    ...{ status: 'active' as const, size: image.size ?? (await sizeOfDownload(url, { rules })) },
  }
}

const plain = ({ url, metadata }: Address): Address => ({ url, metadata })

const replaced = (app: ImageApp, image: Image, { value }: PatchChange): Image => {
  requireStatus(image, 'replace')
  const present = locationsOf(app.stores, image)
  const given = readLocations(value)
  if (given.length !== present.length || given.some(({ url }, index) => url !== present[index]?.url))
    throw errors.Invalid({ reason: 'Locations are added and removed one at a time, not by replacing all.' })
  const stored = present.filter(({ store }) => store !== undefined).length
  return { ...image, addresses: given.slice(stored).map(({ url, metadata }) => ({ url, metadata })) }
}

const removed = (app: ImageApp, image: Image, { at }: PatchChange): Image => {
  if (image.status !== 'active')
    throw errors.Conflict({
      reason: `It's not allowed to remove locations if image status is ${image.status}.`,
    })
  const present = locationsOf(app.stores, image)
  const leaving = present[positionIn(at, present.length - 1)]
  if (leaving === undefined || present.length === 1)
    throw errors.NotAllowed({ reason: "It's not allowed to remove the last location of an image." })
  if (leaving.store !== undefined && image.stores.length > 1)
    return { ...image, stores: image.stores.filter((id) => id !== leaving.store) }
  const addresses = image.addresses.filter(({ url }) => url !== leaving.url)
  if (leaving.store === undefined && present.some(({ store }) => store !== undefined))
    return { ...image, addresses }
  const [first] = addresses
  const { elsewhere } = app.stores
  if (first === undefined || elsewhere === undefined)
    throw errors.NotAllowed({ reason: "It's not allowed to remove the last location of an image." })
  return { ...image, addresses, location: first.url, stores: [elsewhere.id] }
}

const applied = async (app: ImageApp, image: Image, change: PatchChange): Promise<Image> => {
  const { op, at } = change
  if ((op === 'replace') !== (at === undefined))
    throw errors.Invalid({ reason: `Invalid JSON pointer for this resource: '/locations/${at ?? ''}'` })
  return { add: added, replace: replaced, remove: removed }[op](app, image, change)
}

/** Removes the data from the stores that the change removed from the image's locations. */
const letGo = async ({ stores }: ImageApp, before: Image, after: Image): Promise<void> => {
  if (before.location === null) return
  if (before.location !== after.location) return stores.forget(before.location)
  const left = before.stores.filter((id) => !after.stores.includes(id))
  for (const { store } of stores.writableOf(left)) await store.remove(before.location)
}

/**
 * Adds locations to an image, removes some, or changes the metadata of all, and stores the result together with the other changes
 * that `changed` has: all of them or none.
 */
export const updateLocations =
  (app: ImageApp) =>
  async (
    ctx: Context,
    before: Image,
    { changed, changes }: { readonly changed: Image; readonly changes: readonly PatchChange[] },
  ): Promise<Image> => {
    if (!app.config.DEFAULT.show_multiple_locations)
      throw errors.NotAllowed({
        reason: "It's not allowed to update locations if locations are invisible.",
      })
    refuseOverLimits(app, changed)
    let image: Image = { ...changed, updatedAt: timestamp(app.clock) }
    for (const change of changes) image = await applied(app, image, change)
    const after = image
    await app.unit(async ({ images, notices }) => {
      const relocated = { ...before, status: after.status }
      if (!((await images.relocate(after, before)) && (await images.update(after, relocated))))
        throw errors.Conflict({ reason: `Image ${before.id} is being changed by others.` })
      await notices.image(ctx, before.status === 'queued' ? 'activate' : 'update', after)
    })
    await letGo(app, before, after)
    return after
  }

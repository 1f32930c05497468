import type { ImageChange } from '@nimbo/clients/image-catalogue'
import type { Context } from '@nimbo/kernel/context'
import { imageProperties } from '../../domain/images/image-properties.ts'
import { lowerLimits } from '../../domain/quotas/member-limits.ts'
import { isOver } from '../../domain/quotas/quota.ts'
import { errors } from '../../errors.ts'
import type { ComputeApiDeps } from '../app.ts'
import { inOldWords } from './in-old-words.ts'

type Metadata = Readonly<Record<string, unknown>>
type Deps = Pick<ComputeApiDeps, 'clients' | 'databases' | 'clock' | 'limits'>

const missing = 'Image not found.'

/** A property name as a JSON pointer (RFC 6901). */
const pointer = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`

/** The JSON patch that changes existing properties into the wanted ones. */
const changesTo = (wanted: Readonly<Record<string, string>>, there: Metadata): readonly ImageChange[] => [
  ...Object.keys(there)
    .filter((name) => !Object.hasOwn(wanted, name))
    .map((name) => ({ op: 'remove', path: pointer(name) }) as const),
  ...Object.entries(wanted).map(([name, value]) => ({ op: 'add', path: pointer(name), value }) as const),
]

/** Reads and changes image properties, which Nova's deprecated API calls metadata. */
export const imageMetadata = (deps: Deps) => {
  const { images } = deps.clients.proxied
  const read = async (ctx: Context, id: string): Promise<Metadata> =>
    imageProperties(await inOldWords(images.show(ctx, id), missing))

  const change = async (ctx: Context, id: string, changes: readonly ImageChange[]): Promise<Metadata> =>
    imageProperties(await inOldWords(images.change(ctx, id, changes), missing))

  const requireRoom = async (ctx: Context, names: Iterable<string>): Promise<void> => {
    const member = { projectId: ctx.projectId ?? '', userId: ctx.userId ?? '' }
    const limits = lowerLimits(await deps.limits.ofMember(member))
    if (isOver(limits.metadata_items, new Set(names).size)) throw errors.ImageMetadataLimitExceeded()
  }

  return {
    read,
    merge: async (ctx: Context, id: string, items: Readonly<Record<string, string>>): Promise<Metadata> => {
      const there = await read(ctx, id)
      await requireRoom(ctx, [...Object.keys(there), ...Object.keys(items)])
      return change(ctx, id, changesTo(items, {}))
    },
    replace: async (ctx: Context, id: string, items: Readonly<Record<string, string>>): Promise<Metadata> => {
      const there = await read(ctx, id)
      await requireRoom(ctx, Object.keys(items))
      return change(ctx, id, changesTo(items, there))
    },
    remove: async (ctx: Context, id: string, name: string): Promise<void> => {
      if (!Object.hasOwn(await read(ctx, id), name)) throw errors.NotFound({ reason: 'Invalid metadata key' })
      await change(ctx, id, [{ op: 'remove', path: pointer(name) }])
    },
  }
}

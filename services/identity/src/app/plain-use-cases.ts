import type { Context } from '@nimbo/kernel/context'
import { newHexId } from '@nimbo/kernel/ids'
import type { Changes, Kind, New, Of, Plain } from '@nimbo/resource/describe/kind'
import type { Repository } from '@nimbo/resource/rows/repository'
import { paged } from '../db/paged.ts'
import type { Filter, Page } from '../domain/listing.ts'
import { errors } from '../errors.ts'
import type { Deps } from './deps.ts'
import { changed } from './found.ts'
import type { NotifiedKind } from './notices.ts'

export type Identified<K extends Kind> = Of<K> & { readonly id: string }

/** Create, read, update and delete for a kind without rules of its own. */
export interface PlainUseCases<K extends Kind> {
  find(id: string): Promise<Identified<K>>
  list(filters: readonly Filter[], page: Page): Promise<Identified<K>[]>
  /** `id` is the one that the client chose, if any. */
  create(ctx: Context, given: New<K>, id?: string): Promise<Identified<K>>
  update(ctx: Context, before: Identified<K>, changes: Changes<K>): Promise<Identified<K>>
  remove(ctx: Context, before: Identified<K>): Promise<void>
}

interface Parts<K extends Kind> {
  readonly records: Repository<K>
  /** The name of the kind in error messages: `Identity Provider`. */
  readonly type: string
  /** The kind in notifications; none are sent without it. */
  readonly told?: NotifiedKind
  /** Throws if a record must not be stored in this form. */
  check?(next: Identified<K>): void | Promise<void>
  /** Runs before a record is deleted, to remove what depends on it. */
  beforeRemove?(before: Identified<K>): Promise<void>
}

/** Returns the use cases of a kind; `parts` holds what is specific to it. */
export const plainUseCases = <K extends Kind>(
  { db, notices }: Pick<Deps, 'db' | 'notices'>,
  { records, type, told, check = () => {}, beforeRemove = async () => {} }: Parts<K>,
): PlainUseCases<K> => {
  // All kinds of identity have an id.
  const identified = (kept: Of<K>): Identified<K> => kept as Identified<K>

  const notify = async (
    inside: Parameters<typeof notices.told>[0],
    ctx: Context,
    verb: 'created' | 'updated' | 'deleted',
    id: string,
  ): Promise<void> => {
    if (told) await notices.told(inside, ctx, told, verb, id)
  }

  return {
    find: async (id) => {
      const kept = await records.get(db, 'all', id)
      if (!kept) throw errors.NotFound({ type, id })
      return identified(kept)
    },
    list: async (filters, page) => (await paged(records, db, filters, page)).map(identified),

    create: async (ctx, given, id = newHexId<never>()) => {
      // Attributes that clients cannot set have defaults.
      const made = { ...given, id } as unknown as Identified<K>
      await check(made)
      await notices.unit(async (inside) => {
        if (!(await records.insert(inside.over, made))) throw errors.Duplicate({ type })
        await notify(inside, ctx, 'created', id)
      })
      return made
    },

    update: async (ctx, before, changes) => {
      const next = changed(before, changes)
      await check(next)
      const { id } = before
      // Only what the request changes, since another one may be changing the rest.
      const row = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
      await notices.unit(async (inside) => {
        await records.update(inside.over, id, row as unknown as Partial<Plain<K>>, '')
        await notify(inside, ctx, 'updated', id)
      })
      return next
    },

    remove: async (ctx, before) => {
      await beforeRemove(before)
      await notices.unit(async (inside) => {
        await records.delete(inside.over, before.id)
        await notify(inside, ctx, 'deleted', before.id)
      })
    },
  }
}

import type { Changes, Kind, Of, Plain } from '@nimbo/resource/describe/kind'
import type { Change } from '@nimbo/resource/hooks'
import type { Repository } from '@nimbo/resource/rows/repository'
import type { Inside, Owned } from './deps.ts'
import type { Db } from '../tables.ts'

/*
 * Creation, update and deletion of a resource, with what follows in the same transaction: the hooks of other kinds, and
 * notifications.
 */

interface Known {
  readonly id: string
}

export const created = async <K extends Kind>(
  inside: Inside,
  kind: K,
  asked: Owned<K>,
  made: Of<K> & Known,
): Promise<void> => {
  await inside.deps.hooks.run('created', kind, inside, made)
  await inside.deps.notices.created(inside, kind.name, made.id, asked, made)
}

export const updated = async <K extends Kind>(
  inside: Inside,
  kind: K,
  changes: Changes<K>,
  change: Change<K> & { readonly after: Known },
): Promise<void> => {
  const { after } = change
  await inside.deps.hooks.run('updated', kind, inside, change)
  await inside.deps.notices.updated(inside, kind.name, after.id, changes, after)
}

/**
 * Deletes a resource, and what the hooks in `hooks.ts` delete with it, unless a hook refuses. False if the resource does not
 * exist any more. `whole` is the complete resource, if the caller has read it.
 */
export const remove = async <K extends Kind>(
  inside: Inside,
  repository: Repository<K, Db>,
  found: Plain<K> & Known,
  whole?: Of<K>,
): Promise<boolean> => {
  const { deps, db } = inside
  const { kind } = repository
  await deps.hooks.run('beforeDelete', kind, inside, found)
  const was = deps.notices.tellsWhatWas(kind.name)
    ? (whole ?? (await repository.complete(db, found)))
    : undefined
  const wasThere = await repository.delete(db, found.id)
  await deps.hooks.run('deleted', kind, inside, found)
  await deps.notices.deleted(inside, kind.name, found.id, was)
  return wasThere
}

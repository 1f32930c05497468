import type { Context } from '@nimbo/kernel/context'
import type { Kind, Plain } from '@nimbo/resource/describe/kind'
import type { Repository } from '@nimbo/resource/rows/repository'
import type { Deps } from './deps.ts'
import { remove } from './life.ts'
import type { Db } from '../tables.ts'

/** The use case that deletes a resource of a kind whose deletion needs no other work. */
export const deletionOf =
  <K extends Kind>(repository: Repository<K, Db>) =>
  (deps: Deps) =>
  (ctx: Context, found: Plain<K> & { readonly id: string }): Promise<void> =>
    deps.transaction(ctx, async (inside) => {
      await remove(inside, repository, found)
    })

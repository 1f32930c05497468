import { randomUUID } from 'node:crypto'
import {
  type DefaultStatefulness,
  type defaultStatefulness,
  defaultStatefulnessOperations,
} from '@nimbo/contracts/network/default-statefulness'
import type { Context } from '@nimbo/kernel/context'
import type { Kysely } from 'kysely'
import { extension } from '../../api/extensions.ts'
import { roomOf } from '../../api/room.ts'
import { deletionOf } from '../../app/delete-resource.ts'
import type { Deps, Owned } from '../../app/deps.ts'
import { valuesOf } from '../../app/draft.ts'
import { simpleUseCases } from '../../app/simple-use-cases.ts'
import { withColumns } from '../../create-tables.ts'
import { errors } from './errors.ts'
import { statefulnesses } from './statefulnesses.ts'

const createTable = async (db: Kysely<unknown>): Promise<void> => {
  const table = db.schema
    .createTable('security_groups_default_statefulness')
    .addColumn('id', 'text', (column) => column.primaryKey())
  await withColumns(withColumns(table, 'text', [], ['project_id']), 'integer', ['stateful'])
    .addUniqueConstraint('default_statefulness_project', ['project_id'])
    .execute()
}

/** An empty project means all projects. */
const whose = (projectId: string): string | null => (projectId === '' ? null : projectId)

const create =
  (deps: Deps) =>
  (ctx: Context, items: readonly Owned<typeof defaultStatefulness>[]): Promise<DefaultStatefulness[]> =>
    deps.transaction(ctx, async ({ db }) => {
      const all: DefaultStatefulness[] = []
      for (const { project_id: asked, stateful } of items) {
        const project_id = whose(asked)
        const [known] = await statefulnesses.list(db, 'all', { project_id: [project_id] })
        if (known)
          throw errors.SecurityGroupDefaultStatefulnessAlreadyExists({
            projectId: project_id ?? 'system-wide',
          })
        const made = { id: randomUUID(), project_id, stateful }
        await statefulnesses.insert(db, made)
        all.push(made)
      }
      return all
    })

export const defaultStatefulnessRoom = roomOf(
  defaultStatefulnessOperations,
  {
    repository: statefulnesses,
    notFound: errors.SecurityGroupDefaultStatefulnessNotFound,
    create: (deps) => (ctx, drafts) => create(deps)(ctx, valuesOf(drafts)),
    update: simpleUseCases({
      repository: statefulnesses,
      rowOf: (values) => ({ ...values, project_id: whose(values.project_id) }),
    }).update,
    delete: deletionOf(statefulnesses),
  },
  {
    migrations: { '0056-default-statefulness': createTable },
    extensions: [
      extension(
        'security-groups-default-statefulness',
        'Security Groups Default Statefulness',
        'Whether new groups keep state',
      ),
    ],
  },
)

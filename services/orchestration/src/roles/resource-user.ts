import type { Context } from '@nimbo/kernel/context'
import type { Log } from '@nimbo/kernel/log'
import type { StackUsers } from '../app/stack-users.ts'
import type { Db } from '../db/db.ts'
import type { Resource } from '../db/resources.ts'
import { findStack, keepUserProject, type Stack } from '../db/stacks.ts'
import type { Sealing } from '../domain/sealing.ts'
import { newPassword } from '../domain/new-password.ts'
import { physicalName } from '../domain/physical-name.ts'
import { keepingPassword, keepingUser, keptUser } from '../domain/stack-user.ts'
import type { EngineDeps, Keeping } from '../flows/deps.ts'
import type { SignalUser } from '../resource-type/signals.ts'

interface Deps {
  readonly db: Db
  readonly users: StackUsers
  readonly sealing: Sealing
  /** The URL where the user gets tokens. */
  readonly authUrl: string
}

const nameOf = (stack: Stack, { name, id }: Resource): string => physicalName(stack.name, name, id)

const projectOf = async ({ db, users }: Deps, ctx: Context, stack: Stack): Promise<string> => {
  const known = (await findStack(db, stack.id))?.user_project_id
  if (known) return known
  const projectId = await users.project(ctx, stack)
  await keepUserProject(db, stack.id, projectId)
  return projectId
}

/** Returns the user of a resource; creates it at the first call. */
export const resourceUser = async (
  deps: Deps,
  ctx: Context,
  { stack, resource, keep }: { readonly stack: Stack; readonly resource: Resource; readonly keep: Keeping },
): Promise<SignalUser> => {
  const { users, authUrl } = deps
  const projectId = await projectOf(deps, ctx, stack)
  const userName = nameOf(stack, resource)
  const kept = keptUser(keep.current())
  const password = kept.password === undefined ? newPassword() : deps.sealing.open(kept.password)
  if (kept.password === undefined) await keep.remember(keepingPassword(password))
  const userId = kept.id ?? (await users.user(ctx, { name: userName, password, projectId }))
  if (kept.id === undefined) await keep.remember(keepingUser(userId))
  return { userId, userName, password, projectId, domainId: await users.domainId(ctx), authUrl }
}

/** Deletes users with their resource, and the project of users with their stack. */
export const forgettingUsers = ({
  db,
  users,
  log,
}: Pick<Deps, 'db' | 'users'> & { readonly log: Log }): Pick<EngineDeps, 'forgetUser' | 'forgetUsers'> => ({
  forgetUser: async (ctx, stack, resource) => {
    if (keptUser(resource.data).password !== undefined) await users.forgetUser(ctx, nameOf(stack, resource))
  },
  forgetUsers: async (ctx, { id }) => {
    const projectId = (await findStack(db, id))?.user_project_id
    if (!projectId) return
    try {
      await users.forgetProject(ctx, projectId)
    } catch (error) {
      log.warn(
        { error, stack: id, project: projectId },
        'the project of users of a stack could not be deleted',
      )
    }
  },
})

import { findStack as findById, findStackByName, stackOfUsers, type Stack } from '../../db/stacks.ts'
import { arnOf } from '../../domain/stack-identity.ts'
import { errors } from '../../errors.ts'
import type { HeatApp } from '../app.ts'

/** Users that a stack made for itself ask from a project of their own. */
const isOf = ({ project_id, user_project_id }: Stack, projectId: string): boolean =>
  project_id === projectId || user_project_id === projectId

const notThere = (name: string) => errors.EntityNotFound({ entity: 'Stack', name })

/** The stack of that name and id; one that is deleted can still be seen. */
export const findStack = async (
  { db }: HeatApp,
  projectId: string,
  name: string,
  id: string,
): Promise<Stack> => {
  const stack = await findById(db, id)
  if (!stack || !isOf(stack, projectId) || stack.name !== name) throw notThere(name)
  return stack
}

/** A stack by its name, its id, or both. */
export const lookUpStack = async ({ db }: HeatApp, projectId: string, given: string): Promise<Stack> => {
  const id = /stacks\/[^/]+\/([^/]+)$/.exec(given)?.[1] ?? given
  const stack = (await findStackByName(db, projectId, given)) ?? (await findById(db, id))
  if (!stack || !isOf(stack, projectId)) throw notThere(given)
  return stack
}

/** The living stack whose users have that project, by a name that its agents know. */
export const stackOfAgent = async ({ db }: HeatApp, projectId: string, given: string): Promise<Stack> => {
  const stack = await stackOfUsers(db, projectId)
  if (!stack || ![stack.name, stack.id, arnOf(stack)].includes(given)) throw notThere(given)
  return stack
}

/** The living stack of an id, for whoever has an address of it that is signed. */
export const stackAt = async ({ db }: HeatApp, id: string): Promise<Stack> => {
  const stack = await findById(db, id)
  if (!stack || stack.deleted_at !== null) throw notThere(id)
  return stack
}

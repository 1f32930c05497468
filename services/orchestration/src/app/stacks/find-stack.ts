import { findStack as findById, findStackByName, stackOfUsers, type Stack } from '../../db/stacks.ts'
import { arnOf } from '../../domain/stack-identity.ts'
import { errors } from '../../errors.ts'
import type { HeatApp } from '../app.ts'

/** A stack's own users send requests with the project of the stack's users. */
const isOf = ({ project_id, user_project_id }: Stack, projectId: string): boolean =>
  project_id === projectId || user_project_id === projectId

const notThere = (name: string) => errors.EntityNotFound({ entity: 'Stack', name })

/** Finds a stack by name and id, deleted ones included. Throws the 404. */
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

/** Finds a stack by its name, its id, or both. Throws the 404. */
export const lookUpStack = async ({ db }: HeatApp, projectId: string, given: string): Promise<Stack> => {
  const id = /stacks\/[^/]+\/([^/]+)$/.exec(given)?.[1] ?? given
  const stack = (await findStackByName(db, projectId, given)) ?? (await findById(db, id))
  if (!stack || !isOf(stack, projectId)) throw notThere(given)
  return stack
}

/** Finds the existing stack with that project of stack users, by the name, id or ARN that agents send. Throws the 404. */
export const stackOfAgent = async ({ db }: HeatApp, projectId: string, given: string): Promise<Stack> => {
  const stack = await stackOfUsers(db, projectId)
  if (!stack || ![stack.name, stack.id, arnOf(stack)].includes(given)) throw notThere(given)
  return stack
}

/** Finds an existing stack by its id, for requests to signed URLs. Throws the 404. */
export const stackAt = async ({ db }: HeatApp, id: string): Promise<Stack> => {
  const stack = await findById(db, id)
  if (!stack || stack.deleted_at !== null) throw notThere(id)
  return stack
}

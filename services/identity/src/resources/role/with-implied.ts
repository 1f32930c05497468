import type { Stores } from '../../db/stores.ts'
import { impliedClosure } from '../../domain/effective-assignments.ts'

/** The ids of roles and of all roles that they imply. */
export const withImplied = async (
  { relations }: Pick<Stores, 'relations'>,
  roleIds: readonly string[],
): Promise<string[]> => {
  const impliedBy = impliedClosure(await relations.impliedRules())
  return [...new Set(roleIds.flatMap((id) => [id, ...impliedBy(id)]))]
}

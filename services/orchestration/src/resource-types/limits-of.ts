import { range } from '../resource-type/constraint.ts'
import type { Handling } from '../resource-type/handling.ts'
import { integer, like, type Support } from '../resource-type/property.ts'

/** A quota of a project; -1 is unlimited. */
export const limit = (support?: Support) =>
  integer({ update: 'in-place', constraints: [range({ min: -1 })], ...(support && { support }) })

export const limitedProject = like('keystone.project', { required: true })

type Limited = Handling<{ readonly project: string }>

/** The quotas among the properties. */
const limitsOf = (properties: object): Record<string, number> =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([kind, limit]) => (typeof limit === 'number' ? [[kind, limit]] : [])),
  )

/** Returns what is wrong with a quota resource: it must set at least one quota. */
const limitsProblems = (values: object): readonly string[] =>
  Object.keys(values).every((name) => name === 'project') ? ['At least one of the quotas must be given.'] : []

/** What all quota types share: quotas are set, and reset at deletion. */
export const asQuota = (
  set: (limited: Limited, limits: Record<string, number>) => Promise<unknown>,
  reset: (limited: Limited) => Promise<unknown>,
) => {
  const update = async (limited: Limited): Promise<void> => {
    await set(limited, limitsOf(limited.properties))
  }
  return {
    validate: limitsProblems,
    create: async (limited: Limited) => {
      await update(limited)
      return limited.resource.physicalName
    },
    update,
    delete: async (limited: Limited): Promise<void> => {
      await reset(limited)
    },
    isDeleted: async () => true,
  }
}

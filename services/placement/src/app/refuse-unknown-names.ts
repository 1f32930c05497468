import type { Db } from '../db/providers.ts'
import type { RequestGroup } from '../domain/request-group.ts'
import { errors } from '../errors.ts'
import { unknownResourceClass, unknownTraits } from './known-names.ts'

type Named = Pick<RequestGroup, 'requiredTraits' | 'forbiddenTraits'> &
  Partial<Pick<RequestGroup, 'resources'>>

/** Refuses unknown resource classes and traits: a misspelt name must not look like a full cloud. */
export const refuseUnknownNames = async (db: Db, groups: readonly Named[], parameter = ''): Promise<void> => {
  const classes = groups.flatMap(({ resources }) => [...(resources?.keys() ?? [])])
  const unknownClass = await unknownResourceClass(db, classes)
  if (unknownClass) {
    throw errors.Invalid({
      reason: `Invalid resource class in resources parameter: No such resource class ${unknownClass}.`,
    })
  }
  const traits = groups.flatMap(({ requiredTraits, forbiddenTraits }) => [
    ...requiredTraits.flat(),
    ...forbiddenTraits,
  ])
  const [unknownTrait] = await unknownTraits(db, traits)
  if (unknownTrait) throw errors.Invalid({ reason: `${parameter}No such trait(s): ${unknownTrait}.` })
}

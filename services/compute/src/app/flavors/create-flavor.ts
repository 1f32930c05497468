import type { Context } from '@nimbo/kernel/context'
import { newId } from '@nimbo/kernel/ids'
import { flavors } from '../../db/flavors.ts'
import type { Flavor } from '../../domain/flavors/flavor.ts'
import { errors } from '../../errors.ts'
import type { ComputeApiDeps } from '../app.ts'
import { changeFlavor } from '../notices/flavor-notices.ts'

export interface NewFlavor
  extends Omit<Flavor, 'id' | 'disabled' | 'extraSpecs' | 'createdAt' | 'updatedAt'> {
  /** Generated when left out. */
  readonly id?: string
}

const least = { memoryMb: ['ram', 1], vcpus: ['vcpus', 1], rootGb: ['disk', 0] } as const
const mostOfAnything = 2_147_483_647

/** The schema accepts numbers as text of any size, so ranges are checked here. */
const requireSizes = (wanted: NewFlavor): void => {
  const sizes: readonly (readonly [string, number, number])[] = [
    ...(Object.keys(least) as (keyof typeof least)[]).map(
      (field) => [least[field][0], wanted[field], least[field][1]] as const,
    ),
    ['OS-FLV-EXT-DATA:ephemeral', wanted.ephemeralGb, 0],
    ['swap', wanted.swapMb, 0],
  ]
  for (const [name, value, minimum] of sizes) {
    const reason =
      value < minimum
        ? `${value} is less than the minimum of ${minimum}`
        : `${value} is greater than the maximum of ${mostOfAnything}`
    if (value < minimum || value > mostOfAnything)
      throw errors.BadRequest({
        reason: `Invalid input for field/attribute ${name}. Value: ${value}. ${reason}`,
      })
  }
}

/**
 * Creates a flavor; a private one is available to no project until access is granted. Throws when its id or name is in
 * use.
 */
export const createFlavor =
  (deps: Pick<ComputeApiDeps, 'databases' | 'clock' | 'notifier'>) =>
  async (ctx: Context, wanted: NewFlavor): Promise<Flavor> => {
    requireSizes(wanted)
    const id = wanted.id ?? newId()
    const stored = flavors(deps.databases.api, deps.clock)
    const add = (into: typeof stored) => into.create({ ...wanted, id, disabled: false, extraSpecs: {} })
    if (!(await changeFlavor(deps)(ctx, { id, verb: 'create' }, add)))
      throw (await stored.find(id))
        ? errors.FlavorIdTaken({ id })
        : errors.FlavorNameTaken({ name: wanted.name })
    const made = await stored.find(id)
    if (!made) throw errors.FlavorNotFound({ id })
    return made
  }

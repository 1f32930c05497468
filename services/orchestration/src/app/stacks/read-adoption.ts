import { adoptedData } from '../../domain/kept-data.ts'
import type { Sealing } from '../../domain/sealing.ts'
import type { Wish } from '../../domain/wish.ts'
import { errors } from '../../errors.ts'
import { isMap } from '../../language/shapes.ts'
import type { HeatApp } from '../app.ts'

interface Adoption {
  readonly template: unknown
  readonly environment: unknown
  readonly files: unknown
  readonly resources: NonNullable<Wish['adopt']>
}

const resourcesOf = (sealing: Sealing, given: unknown): NonNullable<Wish['adopt']> => {
  if (!isMap(given)) return {}
  return Object.fromEntries(
    Object.entries(given)
      .filter((entry): entry is [string, Readonly<Record<string, unknown>>] => isMap(entry[1]))
      .map(([name, one]) => [
        name,
        {
          resource_id: typeof one.resource_id === 'string' ? one.resource_id : null,
          metadata: isMap(one.metadata) ? one.metadata : {},
          resource_data: isMap(one.resource_data) ? adoptedData(sealing, one.resource_data) : {},
          resources: resourcesOf(sealing, one.resources),
        },
      ]),
  )
}

const parsed = (given: unknown): unknown => {
  if (typeof given !== 'string') return given
  try {
    return JSON.parse(given)
  } catch {
    throw errors.BadRequest({ message: 'Invalid adopt data: it is no JSON' })
  }
}

/** Reads the data of an abandoned stack in the format of `abandon`. */
export const readAdoption = ({ config, sealing }: HeatApp, given: unknown): Adoption => {
  if (!config.DEFAULT.enable_stack_adopt) throw errors.NotSupported({ feature: 'Stack Adopt' })
  const data = parsed(given)
  if (!isMap(data) || !isMap(data.template) || !isMap(data.resources))
    throw errors.BadRequest({ message: 'Invalid adopt data: it has no template or no resources' })
  return {
    template: data.template,
    environment: data.environment,
    files: data.files,
    resources: resourcesOf(sealing, data.resources),
  }
}

import { listZones } from '@nimbo/contracts/compute/availability-zones'
import type { Context } from '@nimbo/kernel/context'
import type { Scope } from '../../language/scope.ts'
import { unknownYet } from '../../resource-type/read-properties.ts'
import type { HeatApp } from '../app.ts'
import type { Blueprint } from './blueprint.ts'

/**
 * The scope of functions before anything is created. With `mayLack`, for nested stacks, a parameter without a value is
 * `unknownYet`.
 */
export const scopeBefore = (
  app: HeatApp,
  ctx: Context,
  { template, parameters, files }: Blueprint,
  { mayLack = false }: { readonly mayLack?: boolean } = {},
): Scope => ({
  template,
  parameter: (name) => {
    if (Object.hasOwn(parameters, name)) return parameters[name]
    return mayLack && template.parameters.has(name) ? unknownYet : undefined
  },
  reference: async (name) => (template.resources.has(name) ? unknownYet : undefined),
  attribute: async (name) => (template.resources.has(name) ? unknownYet : undefined),
  file: (key) => (Object.hasOwn(files, key) ? files[key] : undefined),
  facade: () => unknownYet,
  zones: async () => {
    const { availabilityZoneInfo } = await app.clients(ctx).compute.call(listZones)
    return availabilityZoneInfo.map(({ zoneName }) => zoneName)
  },
})

import { listZones } from '@nimbo/contracts/compute/availability-zones'
import { invalid } from '../language/template-problem.ts'
import type { Scope } from '../language/scope.ts'
import { attributeOf } from './attributes.ts'
import { referenceOf } from './handling.ts'
import { currentRow, type Walk } from './walk.ts'

/** The scope that functions of a stack's template are resolved in, while it is created or exists. */
export const walkScope = (walk: Walk): Scope => {
  const { template, parameters, files } = walk.blueprint
  return {
    template,
    parameter: (name) => (Object.hasOwn(parameters, name) ? parameters[name] : undefined),
    reference: async (name) => {
      const row = currentRow(walk, name)
      if (row) return referenceOf(walk, row)
      return template.resources.has(name) ? null : undefined
    },
    attribute: async (resource, name, path) => {
      const row = currentRow(walk, resource)
      if (!row) return template.resources.has(resource) ? null : undefined
      const value = await attributeOf(walk, row, name, path)
      if (value === undefined)
        throw invalid([], `The Referenced Attribute (${resource} ${name ?? ''}) is incorrect.`)
      return value
    },
    file: (key) => (Object.hasOwn(files, key) ? files[key] : undefined),
    facade: (section) => walk.facade[section] ?? null,
    zones: async () => {
      const { availabilityZoneInfo } = await walk.clients.compute.call(listZones)
      return availabilityZoneInfo.map(({ zoneName }) => zoneName)
    },
  }
}

import type { JsonObject } from '@nimbo/kernel/json'
import { type Environment, environmentJson } from '../../language/environment.ts'
import { registryWithin } from '../../language/registry.ts'

/** The environment of a stack within a stack: its own parameters, and what its parent's says of all. */
export const environmentWithin = (
  environment: Environment,
  resource: string,
  parameters: JsonObject = {},
): JsonObject => {
  const registry = registryWithin(environment.registry, resource)
  return { ...environmentJson({ ...environment, eventSinks: [], registry }), parameters } as JsonObject
}

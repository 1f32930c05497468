import type { JsonObject } from '@nimbo/kernel/json'
import { type Environment, environmentJson } from '../../language/environment.ts'
import { registryWithin } from '../../language/registry.ts'

/** The environment of a nested stack: its own parameters, and the parent's defaults and registry. */
export const environmentWithin = (
  environment: Environment,
  resource: string,
  parameters: JsonObject = {},
): JsonObject => {
  const registry = registryWithin(environment.registry, resource)
  return { ...environmentJson({ ...environment, eventSinks: [], registry }), parameters } as JsonObject
}

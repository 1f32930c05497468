import { ensureResourceClass } from '@nimbo/contracts/placement/resource-classes'
import { createTrait } from '@nimbo/contracts/placement/traits'
import type { Context } from '@nimbo/kernel/context'
import type { ServiceClient } from './service-client.ts'

const customOf = (names: readonly string[]): readonly string[] =>
  names.filter((name) => name.startsWith('CUSTOM_'))

/** Creates those of the resource classes that are custom. Idempotent. */
export const ensureClasses = async (
  placement: ServiceClient,
  ctx: Context,
  names: readonly string[],
): Promise<void> => {
  for (const name of customOf(names)) await placement.call(ctx, ensureResourceClass, { path: { name } })
}

/** Creates those of the traits that are custom. Idempotent. */
export const ensureTraits = async (
  placement: ServiceClient,
  ctx: Context,
  names: readonly string[],
): Promise<void> => {
  for (const name of customOf(names)) await placement.call(ctx, createTrait, { path: { name } })
}

import type { EmbeddedFlavor } from '../servers/request-spec.ts'
import type { ResourceGroups } from './resource-groups.ts'

const resourceOf = /^resources([A-Za-z0-9_-]{1,64}):([A-Z0-9_]+)$/
const traitOf = /^trait([A-Za-z0-9_-]{1,64}):([A-Z0-9_]+)$/
const sameSubtreeOf = /^same_subtree[A-Za-z0-9_-]{0,64}$/

/** The groups of a flavor: `resources1:VGPU=1`, `trait1:CUSTOM_FAST=required`, `group_policy=isolate`, `same_subtree=1,2`. */
export const flavorGroups = ({ extraSpecs }: Pick<EmbeddedFlavor, 'extraSpecs'>): ResourceGroups => {
  const resources = new Map<string, Record<string, number>>()
  const traits = new Map<string, string[]>()
  for (const [key, value] of Object.entries(extraSpecs)) {
    const [, suffix, name] = resourceOf.exec(key) ?? []
    const amount = Number(value)
    if (suffix !== undefined && name !== undefined && Number.isInteger(amount) && amount > 0)
      resources.set(suffix, { ...resources.get(suffix), [name]: amount })
    const [, group, trait] = traitOf.exec(key) ?? []
    if (group === undefined || trait === undefined) continue
    if (value === 'required') traits.set(group, [...(traits.get(group) ?? []), trait])
    if (value === 'forbidden') traits.set(group, [...(traits.get(group) ?? []), `!${trait}`])
  }
  const suffixes = [...new Set([...resources.keys(), ...traits.keys()])].sort()
  const { group_policy: policy } = extraSpecs
  return {
    groups: suffixes.map((suffix) => ({
      suffix,
      resources: resources.get(suffix) ?? {},
      traits: traits.get(suffix) ?? [],
    })),
    ...(policy === 'none' || policy === 'isolate' ? { policy } : {}),
    sameSubtrees: Object.entries(extraSpecs)
      .filter(([key]) => sameSubtreeOf.test(key))
      .map(([, value]) => value.split(',').map((suffix) => suffix.trim())),
  }
}

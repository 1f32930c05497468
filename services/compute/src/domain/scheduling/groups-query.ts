import type { ResourceGroups } from './resource-groups.ts'
import type { RequestedResources } from './requested-resources.ts'

/** Resources as placement's queries have them: `VCPU:1,MEMORY_MB:512`. */
export const listedResources = (resources: RequestedResources): string =>
  Object.entries(resources)
    .map(([resourceClass, amount]) => `${resourceClass}:${amount}`)
    .join(',')

/** The parameters of granular groups. */
export const groupsQuery = ({
  groups,
  policy,
  sameSubtrees,
}: ResourceGroups): Readonly<Record<string, string | string[]>> => ({
  ...Object.fromEntries(
    groups.flatMap(({ suffix, resources, traits }) => [
      ...(Object.keys(resources).length === 0 ? [] : [[`resources${suffix}`, listedResources(resources)]]),
      ...(traits.length === 0 ? [] : [[`required${suffix}`, traits.join(',')]]),
    ]),
  ),
  ...(policy === undefined ? {} : { group_policy: policy }),
  ...(sameSubtrees.length === 0 ? {} : { same_subtree: sameSubtrees.map((one) => one.join(',')) }),
})

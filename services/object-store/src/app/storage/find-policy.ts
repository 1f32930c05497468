import type { StoragePolicy } from '../../driver/storage-policy.ts'

type Policies = readonly StoragePolicy[]

/** The storage policy with a name or alias, ignoring case. */
export const findPolicy = (policies: Policies, name: string): StoragePolicy | undefined =>
  policies.find((one) =>
    [one.name, ...one.aliases].some((known) => known.toLowerCase() === name.toLowerCase()),
  )

/** The storage policy of containers created without `X-Storage-Policy`. */
export const defaultPolicy = (policies: Policies): StoragePolicy => {
  const found = policies.find(({ isDefault }) => isDefault) ?? policies[0]
  if (found === undefined) throw new Error('there is no storage policy')
  return found
}

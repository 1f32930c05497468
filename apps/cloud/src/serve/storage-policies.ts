import { objectsOptions, policyIndexes, storagePolicyOptions } from '@nimbo/object-store/storage-options'
import type { ObjectBytes } from '@nimbo/object-store/driver/object-bytes'
import type { StoragePolicy } from '@nimbo/object-store/driver/storage-policy'
import { commonOptions } from '@nimbo/service/common-options'
import type { ReadOptions } from '@nimbo/service/read-options'
import { directoryAt } from './directory-at.ts'
import { chosenObjects } from './serve-objects.ts'

/** The storage policies of swift's options; the first uses the default location unless it has disks of its own. */
export const storagePolicies = async (
  read: ReadOptions,
  usual: () => Promise<ObjectBytes>,
): Promise<readonly StoragePolicy[]> => {
  const { objects } = read([...commonOptions, objectsOptions])
  const indexes = policyIndexes(objects)
  const policies = await Promise.all(
    indexes.map(async (index): Promise<StoragePolicy> => {
      const group = storagePolicyOptions(`storage-policy:${index}`)
      const options = read([...commonOptions, group])[group.name]
      if (options === undefined) throw new RangeError(`there is no section [${group.name}]`)
      const { name, aliases, deprecated, default: isDefault } = options
      const bytes = await bytesOf(index, options, async () => (await chosenObjects(objects)) ?? usual())
      const hasRows = options.devices.length === 0 && objects.driver === 'files'
      return {
        ...{ index, name: name ?? `Policy-${index}`, aliases, isDefault, isDeprecated: deprecated },
        ...{ bytes, hasRows },
      }
    }),
  )
  return withDefault(policies)
}

const bytesOf = async (
  index: number,
  { devices, replicas }: { readonly devices: readonly string[]; readonly replicas: number },
  usual: () => Promise<ObjectBytes>,
): Promise<ObjectBytes> => {
  if (devices.length === 0) {
    if (index === 0) return usual()
    throw new RangeError(`[storage-policy:${index}] names no devices`)
  }
  const { diskObjects } = await import('@nimbo/objects-file/disk-objects')
  return diskObjects({ directories: await Promise.all(devices.map((one) => directoryAt(one))), replicas })
}

/**
 * Determines the default policy, which is used for containers created without one; throws when it is deprecated or not unique.
 */
const withDefault = (policies: readonly StoragePolicy[]): readonly StoragePolicy[] => {
  const chosen = policies.filter(({ isDefault }) => isDefault)
  if (chosen.length > 1) throw new RangeError('more than one storage policy is the default')
  const index = chosen[0]?.index ?? 0
  if (policies.some((one) => one.index === index && one.isDeprecated))
    throw new RangeError('the default storage policy cannot be deprecated')
  return policies.map((one) => ({ ...one, isDefault: one.index === index }))
}

import type { Config } from '@nimbo/config/option-group'
import type { objectsOptions } from '@nimbo/object-store/storage-options'
import type { ObjectBytes } from '@nimbo/object-store/driver/object-bytes'

/** The object back end that swift's options choose instead of a directory; undefined for the directory. */
export const chosenObjects = async (
  options: Config<typeof objectsOptions>['objects'],
): Promise<ObjectBytes | undefined> => {
  if (options.driver === 'files') return undefined
  const { s3_store_host: endpoint, s3_store_access_key: accessKeyId } = options
  const { s3_store_secret_key: secretAccessKey } = options
  if (endpoint === undefined || accessKeyId === undefined || secretAccessKey === undefined)
    throw new RangeError(
      '[objects] driver = s3 needs s3_store_host, s3_store_access_key and s3_store_secret_key',
    )
  const { s3Objects } = await import('@nimbo/objects-s3/s3-objects')
  const { s3_store_bucket: bucket, s3_store_region_name: region } = options
  return s3Objects({ endpoint, region, accessKeyId, secretAccessKey, bucket })
}

import { readFile } from 'node:fs/promises'
import type { Config } from '@nimbo/config/option-group'
import type { ObjectAccount } from '@nimbo/object-account/object-account'
import type { S3Bucket } from '@nimbo/s3-bucket/s3-bucket'
import type { backupOptions } from '@nimbo/volume/config'
import type { BackupStore } from '@nimbo/volume/driver/backup-store'

type Options = Config<typeof backupOptions>['DEFAULT']

/** The backup store that cinder's options choose instead of a directory; undefined for the directory. */
export const chosenBackups = async (
  options: Options,
  account: () => Promise<ObjectAccount>,
): Promise<BackupStore | undefined> => {
  const blockSize = options.backup_block_size_bytes
  switch (options.backup_driver) {
    case 'cinder.backup.drivers.ceph.CephBackupDriver': {
      const { cephBackups } = await import('@nimbo/volume-rbd/backups/ceph-backups')
      const { backup_ceph_conf: conf, backup_ceph_user: user, backup_ceph_pool: pool } = options
      return cephBackups({ access: { conf, user }, pool, blockSize })
    }
    case 'cinder.backup.drivers.s3.S3BackupDriver': {
      const { s3Backups } = await import('@nimbo/volume-backup-s3/s3-backups')
      return s3Backups({ bucket: await bucketOf(options), blockSize })
    }
    case 'cinder.backup.drivers.swift.SwiftBackupDriver': {
      const { swiftBackups } = await import('@nimbo/volume-backup-swift/swift-backups')
      const { backup_swift_container: container, backup_swift_object_size: objectSize } = options
      return swiftBackups({ account: await account(), container, objectSize, blockSize })
    }
    default:
      return undefined
  }
}

const bucketOf = async (options: Options): Promise<S3Bucket> => {
  const { backup_s3_endpoint_url: endpoint, backup_s3_store_access_key: accessKeyId } = options
  const { backup_s3_store_secret_key: secretAccessKey, backup_s3_ca_cert_file: authorities } = options
  if (endpoint === undefined || accessKeyId === undefined || secretAccessKey === undefined)
    throw new RangeError(
      'backups in S3 need backup_s3_endpoint_url, backup_s3_store_access_key and backup_s3_store_secret_key',
    )
  const { s3Bucket } = await import('@nimbo/s3-bucket/s3-bucket')
  return s3Bucket({
    ...{ endpoint, accessKeyId, secretAccessKey, bucket: options.backup_s3_store_bucket },
    region: options.backup_s3_region_name,
    partBytes: options.backup_s3_object_size,
    attempts: options.backup_s3_retry_max_attempts,
    answerWithinMs: options.backup_s3_timeout * 1000,
    ...(authorities !== undefined && { authorities: await readFile(authorities, 'utf8') }),
  })
}

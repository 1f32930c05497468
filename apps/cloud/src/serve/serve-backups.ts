import type { Config } from '@nimbo/config/option-group'
import type { ObjectAccount } from '@nimbo/object-account/object-account'
import type { backupOptions } from '@nimbo/volume/config'
import type { BackupStore } from '@nimbo/volume/driver/backup-store'

const inObjectStore = 'cinder.backup.drivers.swift.SwiftBackupDriver'
const inCeph = 'cinder.backup.drivers.ceph.CephBackupDriver'

/** The backup store that cinder's options choose instead of a directory; undefined for the directory. */
export const chosenBackups = async (
  options: Config<typeof backupOptions>['DEFAULT'],
  account: () => Promise<ObjectAccount>,
): Promise<BackupStore | undefined> => {
  if (options.backup_driver === inCeph) {
    const { cephBackups } = await import('@nimbo/volume-rbd/backups/ceph-backups')
    const { backup_ceph_conf: conf, backup_ceph_user: user, backup_ceph_pool: pool } = options
    return cephBackups({ access: { conf, user }, pool, blockSize: options.backup_block_size_bytes })
  }
  if (options.backup_driver !== inObjectStore) return undefined
  const { swiftBackups } = await import('@nimbo/volume-backup-swift/swift-backups')
  return swiftBackups({
    account: await account(),
    container: options.backup_swift_container,
    objectSize: options.backup_swift_object_size,
    blockSize: options.backup_block_size_bytes,
  })
}

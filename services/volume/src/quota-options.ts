import { defineOptions } from '@nimbo/config/option-group'
import { boolean, choice, integer } from '@nimbo/config/option-types'

/** The default quotas of projects. */
export const quotaOptions = defineOptions('DEFAULT', {
  quota_driver: choice(['cinder.quota.DbQuotaDriver', 'cinder.quota.UnifiedLimitsDriver'], {
    default: 'cinder.quota.DbQuotaDriver',
    help: 'Where quota limits are kept: in the database of the volume service, or as unified limits in identity under the same names (volumes, gigabytes, gigabytes_TYPE and so on). Limits that are not registered there are those of the quota options here.',
  }),
  quota_volumes: integer({
    default: 10,
    min: -1,
    help: 'Maximum number of volumes per project; -1 is no limit.',
  }),
  quota_snapshots: integer({
    default: 10,
    min: -1,
    help: 'Maximum number of snapshots per project; -1 is no limit.',
  }),
  quota_gigabytes: integer({
    default: 1000,
    min: -1,
    help: 'Maximum total size of the volumes and snapshots of a project, in GiB; -1 is no limit.',
  }),
  quota_backups: integer({
    default: 10,
    min: -1,
    help: 'Maximum number of backups per project; -1 is no limit.',
  }),
  quota_backup_gigabytes: integer({
    default: 1000,
    min: -1,
    help: 'Maximum total size of the backups of a project, in GiB; -1 is no limit.',
  }),
  quota_groups: integer({
    default: 10,
    min: -1,
    help: 'Maximum number of volume groups per project; -1 is no limit.',
  }),
  no_snapshot_gb_quota: boolean({
    default: false,
    help: 'Whether the size of snapshots does not count against the quota gigabytes.',
  }),
  per_volume_size_limit: integer({
    default: -1,
    min: -1,
    help: 'Maximum size of a single volume, in GiB; -1 is no limit.',
  }),
})

import { defineErrors, fault } from '@nimbo/kernel/errors'

/** `volume_group` as `VolumeGroup`. */
const titled = (kind: string): string =>
  kind
    .split('_')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('')

/** The errors of the volume API, in Cinder's words. Quota errors have their names, as in Cinder's lower layers. */
export const errors = defineErrors({
  VolumeNotFound: fault<{ id: string }>('notFound', ({ id }) => `Volume ${id} could not be found.`),
  ServersStay: fault<{ id: string }>(
    'conflict',
    ({ id }) => `The server that has volume ${id} did not go over to its replacement.`,
  ),
  MigrationAborted: fault<{ id: string }>(
    'conflict',
    ({ id }) => `The migration of volume ${id} ended because the volume was changed.`,
  ),
  SnapshotNotCopied: fault<{ id: string }>(
    'conflict',
    ({ id }) => `The server that uses the volume of snapshot ${id} could not copy it.`,
  ),
  SnapshotNotFound: fault<{ id: string }>('notFound', ({ id }) => `Snapshot ${id} could not be found.`),
  VolumeAttachmentNotFound: fault<{ id: string }>(
    'notFound',
    ({ id }) => `Volume attachment could not be found with filter: attachment_id = ${id}.`,
  ),
  ConflictNovaUsingAttachment: fault<{ serverId: string }>(
    'conflict',
    ({ serverId }) =>
      `ConflictNovaUsingAttachment: Detach volume from instance ${serverId} using the Compute API`,
  ),
  VolumeMetadataNotFound: fault<{ id: string; key: string }>(
    'notFound',
    ({ id, key }) => `Volume ${id} has no metadata with key ${key}.`,
  ),
  ServerImageWithoutSnapshot: fault<{ id: string }>(
    'notFound',
    ({ id }) => `Nova specific image is found, but boot volume snapshot id:${id} not found.`,
  ),
  SnapshotMetadataNotFound: fault<{ id: string; key: string }>(
    'notFound',
    ({ id, key }) => `Snapshot ${id} has no metadata with key ${key}.`,
  ),
  VolumeTypeNotFound: fault<{ id: string }>('notFound', ({ id }) => `Volume type ${id} could not be found.`),
  VolumeTypeNotFoundByName: fault<{ name: string }>(
    'notFound',
    ({ name }) => `Volume type with name ${name} could not be found.`,
  ),
  VolumeTypeExtraSpecsNotFound: fault<{ id: string; key: string }>(
    'notFound',
    ({ id, key }) => `Volume Type ${id} has no extra specs with key ${key}.`,
  ),
  VolumeTypeAccessNotFound: fault<{ id: string; project: string }>(
    'notFound',
    ({ id, project }) => `Volume type access not found for ${id} / ${project} combination.`,
  ),
  VolumeTypeAccessExists: fault<{ id: string; project: string }>(
    'conflict',
    ({ id, project }) => `Volume type access for ${id} / ${project} combination already exists.`,
  ),
  AccessOfPublicType: fault<Record<never, never>>(
    'notFound',
    'Access list not available for public volume types.',
  ),
  VolumeTypeExists: fault<{ name: string }>('conflict', ({ name }) => `Volume Type ${name} already exists.`),
  VolumeTypeInUse: fault<{ id: string }>(
    'badRequest',
    ({ id }) => `Volume Type ${id} deletion is not allowed with volumes present with the type.`,
  ),
  VolumeTypeDefault: fault<{ id: string }>(
    'badRequest',
    ({ id }) => `The volume type ${id} is the default volume type and cannot be deleted.`,
  ),
  QoSSpecsNotFound: fault<{ id: string }>('notFound', ({ id }) => `No such QoS spec ${id}.`),
  QoSSpecsExists: fault<{ id: string }>('conflict', ({ id }) => `QoS Specs ${id} already exists.`),
  QoSSpecsInUse: fault('badRequest', 'Qos specs still in use.'),
  QoSSpecsKeyNotFound: fault<{ id: string; key: string }>(
    'notFound',
    ({ id, key }) => `QoS spec ${id} has no spec with key ${key}.`,
  ),
  VolumeTypeEncryptionExists: fault<{ id: string }>(
    'badRequest',
    ({ id }) => `Volume type encryption for type ${id} already exists.`,
  ),
  VolumeTypeEncryptionNotFound: fault<{ id: string }>(
    'notFound',
    ({ id }) => `Volume type encryption for type ${id} does not exist.`,
  ),
  VolumeTypeProjectDefaultNotFound: fault<{ id: string }>(
    'notFound',
    ({ id }) => `Default type for project ${id} not found.`,
  ),
  GroupTypeNotFound: fault<{ id: string }>('notFound', ({ id }) => `Group type ${id} could not be found.`),
  GroupTypeNotFoundByName: fault<{ name: string }>(
    'notFound',
    ({ name }) => `Group type with name ${name} could not be found.`,
  ),
  DefaultGroupTypeNotFound: fault('notFound', 'Default group type can not be found.'),
  GroupTypeExists: fault<{ id: string }>('conflict', ({ id }) => `Group Type ${id} already exists.`),
  GroupTypeInUse: fault<{ id: string }>(
    'badRequest',
    ({ id }) => `Group Type ${id} deletion is not allowed with groups present with the type.`,
  ),
  GroupTypeSpecsNotFound: fault<{ id: string; key: string }>(
    'notFound',
    ({ id, key }) => `Group Type ${id} has no specs with key ${key}.`,
  ),
  InvalidGroupType: fault<{ reason: string }>('badRequest', ({ reason }) => `Invalid group type: ${reason}`),
  GroupNotFound: fault<{ id: string }>('notFound', ({ id }) => `Group ${id} could not be found.`),
  InvalidGroup: fault<{ reason: string }>('badRequest', ({ reason }) => `Invalid Group: ${reason}`),
  GroupSnapshotNotFound: fault<{ id: string }>(
    'notFound',
    ({ id }) => `GroupSnapshot ${id} could not be found.`,
  ),
  InvalidGroupSnapshot: fault<{ reason: string }>(
    'badRequest',
    ({ reason }) => `Invalid GroupSnapshot: ${reason}`,
  ),
  /** Groups of this type belong to the older API of consistency groups. */
  GroupOfReservedType: fault<{ id: string }>(
    'badRequest',
    ({ id }) =>
      `Group_type ${id} is reserved for migrating CGs to groups. Migrated group can only be operated by CG APIs.`,
  ),
  GroupSnapshotOfReservedType: fault<{ id: string }>(
    'badRequest',
    ({ id }) =>
      `Group_type ${id} is reserved for migrating CGs to groups. Migrated group snapshots can only be operated by CG snapshot APIs.`,
  ),
  CgsnapshotTypeMissing: fault(
    'badRequest',
    'Group type default_cgsnapshot_type not found. Restart cinder-api to create the default cgsnapshot type.',
  ),
  TransferNotFound: fault<{ id: string }>('notFound', ({ id }) => `Transfer ${id} could not be found.`),
  InvalidAuthKey: fault<{ reason: string }>('badRequest', ({ reason }) => `Invalid auth key: ${reason}`),
  MessageNotFound: fault<{ id: string }>('notFound', ({ id }) => `Message ${id} could not be found.`),
  HostNotFound: fault<{ host: string }>('notFound', ({ host }) => `Host ${host} could not be found.`),
  ClusterNotFound: fault<{ name: string }>('notFound', ({ name }) => `Cluster ${name} could not be found.`),
  BackupNotFound: fault<{ id: string }>('notFound', ({ id }) => `Backup ${id} could not be found.`),
  InvalidBackup: fault<{ reason: string }>('badRequest', ({ reason }) => `Invalid backup: ${reason}`),
  NoBackupService: fault('unavailable', 'Service cinder-backup could not be found.'),
  InvalidHost: fault<{ reason: string }>('badRequest', ({ reason }) => `Invalid host: ${reason}`),
  ImageMetadataNotFound: fault<{ id: string }>(
    'notFound',
    ({ id }) => `Glance metadata for volume/snapshot ${id} cannot be found.`,
  ),
  InvalidVolumeType: fault<{ reason: string }>(
    'badRequest',
    ({ reason }) => `Invalid volume type: ${reason}`,
  ),
  MarkerNotFound: fault<{ kind: string; marker: string }>(
    'notFound',
    ({ kind, marker }) => `${titled(kind)} ${marker} could not be found.`,
  ),
  ServiceNotFound: fault<{ host: string; binary: string }>(
    'notFound',
    ({ host, binary }) => `Service ${binary} could not be found on host ${host}.`,
  ),
  ServiceDown: fault('badRequest', 'Service is unavailable at this time.'),
  ManageExistingInvalidReference: fault<{ reference: string; reason: string }>(
    'badRequest',
    ({ reference, reason }) =>
      `Manage existing volume failed due to invalid backend reference ${reference}: ${reason}`,
  ),
  ManageExistingAlreadyManaged: fault<{ name: string }>(
    'badRequest',
    ({ name }) => `Unable to manage existing volume. Volume ${name} already managed.`,
  ),
  InvalidVolume: fault<{ reason: string }>('badRequest', ({ reason }) => `Invalid volume: ${reason}`),
  InvalidSnapshot: fault<{ reason: string }>('badRequest', ({ reason }) => `Invalid snapshot: ${reason}`),
  InvalidInput: fault<{ reason: string }>('badRequest', ({ reason }) => `Invalid input received: ${reason}`),
  InvalidVolumeMetadata: fault<{ reason: string }>(
    'badRequest',
    ({ reason }) => `Invalid metadata: ${reason}`,
  ),
  ImageNotFound: fault<{ id: string }>('notFound', ({ id }) => `Image ${id} could not be found.`),
  ImageUnacceptable: fault<{ id: string; reason: string }>(
    'badRequest',
    ({ id, reason }) => `Image ${id} is unacceptable: ${reason}`,
  ),
  NoSuchPath: fault('notFound', 'The resource could not be found.'),
  BadRequest: fault<{ reason: string }>('badRequest', ({ reason }) => reason),
  /** The volume changed between the check of its status and the update. */
  ConcurrentChange: fault<{ id: string }>(
    'conflict',
    ({ id }) => `Volume ${id} was changed by another request. Please retry.`,
  ),
  VolumeLimitExceeded: fault<{ allowed: number; name: string }>(
    'quotaExceeded',
    ({ allowed, name }) =>
      `VolumeLimitExceeded: Maximum number of volumes allowed (${allowed}) exceeded for quota '${name}'.`,
  ),
  SnapshotLimitExceeded: fault<{ allowed: number }>(
    'quotaExceeded',
    ({ allowed }) =>
      `SnapshotLimitExceeded: Maximum number of snapshots allowed (${allowed}) exceeded for quota 'snapshots'.`,
  ),
  BackupLimitExceeded: fault<{ allowed: number }>(
    'quotaExceeded',
    ({ allowed }) => `BackupLimitExceeded: Maximum number of backups allowed (${allowed}) exceeded`,
  ),
  GroupLimitExceeded: fault<{ allowed: number }>(
    'quotaExceeded',
    ({ allowed }) => `GroupLimitExceeded: Maximum number of groups allowed (${allowed}) exceeded`,
  ),
  VolumeBackupSizeExceedsAvailableQuota: fault<{ requested: number; quota: number; consumed: number }>(
    'quotaExceeded',
    ({ requested, quota, consumed }) =>
      `VolumeBackupSizeExceedsAvailableQuota: Requested backup exceeds allowed Backup gigabytes quota. Requested ${requested}G, quota is ${quota}G and ${consumed}G has been consumed.`,
  ),
  VolumeSizeExceedsAvailableQuota: fault<{
    name: string
    requested: number
    quota: number
    consumed: number
  }>(
    'quotaExceeded',
    ({ name, requested, quota, consumed }) =>
      `VolumeSizeExceedsAvailableQuota: Requested volume or snapshot exceeds allowed ${name} quota. Requested ${requested}G, quota is ${quota}G and ${consumed}G has been consumed.`,
  ),
  VolumeSizeExceedsLimit: fault<{ size: number; limit: number }>(
    'quotaExceeded',
    ({ size, limit }) =>
      `VolumeSizeExceedsLimit: Requested volume size ${size}G is larger than maximum allowed limit ${limit}G.`,
  ),
  MetadataChanged: fault('preconditionFailed', 'The metadata was changed meanwhile.'),
  /** An operator's filter or goodness function that cannot be evaluated. */
  BadExpression: fault<{ expression: string }>(
    'internal',
    ({ expression }) => `The expression '${expression}' cannot be evaluated.`,
  ),
  NoValidBackend: fault<{ reason: string }>(
    'conflict',
    ({ reason }) => `No valid backend was found. ${reason}`,
  ),
  /** Temporary; callers retry: a suitable back end might still report. */
  BackendsNotHeardOf: fault(
    'unavailable',
    'No back end that would do is known to be up, and too little time has passed to say that none is.',
  ),
  /** An export of a volume to a host could not be created or removed. */
  VolumeBackendAPIException: fault<{ reason: string }>(
    'internal',
    ({ reason }) => `Bad or unexpected response from the storage volume backend API: ${reason}`,
  ),
  ServiceUnavailable: fault('unavailable', 'The volume service is not available at this time.'),
  PolicyNotAuthorized: fault<{ action: string }>(
    'forbidden',
    ({ action }) => `Policy doesn't allow ${action} to be performed.`,
  ),
})

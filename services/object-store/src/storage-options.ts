import { defineOptions } from '@nimbo/config/option-group'
import { boolean, choice, integer, list, string } from '@nimbo/config/option-types'

/** Options for the storage of bytes. */
export const objectsOptions = defineOptions('objects', {
  driver: choice(['files', 's3'], {
    default: 'files',
    help: 'Where the content of objects is stored: files in a directory, or s3 in a bucket of an S3-compatible store, such as the Ceph Object Gateway.',
  }),
  s3_store_host: string({ help: 'URL of the S3-compatible store: http://10.0.0.2:7480.' }),
  s3_store_access_key: string({ help: 'Access key for the S3-compatible store.' }),
  s3_store_secret_key: string({ secret: true, help: 'Secret key for the S3-compatible store.' }),
  s3_store_bucket: string({
    default: 'objects',
    help: 'Bucket in the S3-compatible store; created if missing.',
  }),
  s3_store_region_name: string({
    default: 'us-east-1',
    help: 'Region for which requests to the S3-compatible store are signed.',
  }),
  storage_policies: list({
    default: [],
    help: 'Indexes of the storage policies in addition to 0; each has a section [storage-policy:INDEX].',
  }),
  filesystem_store_datadir: string({
    default: '$state_path/objects',
    help: 'Directory for the content of objects, which all machines with swift-proxy must share.',
  }),
  most_in_database: integer({
    default: 16_384,
    min: 0,
    max: 65_536,
    help: 'Maximum size in bytes of objects that are stored in the database instead of a file, which is faster; 0 for none.',
  }),
  abandoned_after: integer({
    default: 30,
    min: 1,
    help: 'Seconds without a heartbeat from its process after which an upload is considered abandoned and its content is deleted.',
  }),
})

/** Options of a storage policy, in a section with its index. */
export const storagePolicyOptions = <const Section extends string>(section: Section) =>
  defineOptions(section, {
    name: string({ help: 'Name of the storage policy; Policy-INDEX if unset.' }),
    aliases: list({ default: [], help: 'Other names of the storage policy.' }),
    default: boolean({
      default: false,
      help: 'Whether containers created without a policy get this one; policy 0 if none is the default.',
    }),
    deprecated: boolean({ default: false, help: 'Whether new containers cannot use this policy.' }),
    policy_type: choice(['replication'], {
      default: 'replication',
      help: 'How the content of objects is stored: as complete copies.',
    }),
    devices: list({
      default: [],
      help: 'Directories for the copies, each on a disk of its own. Only policy 0 may have none: it is stored as [objects] says then.',
    }),
    replicas: integer({
      default: 3,
      min: 1,
      help: 'Number of devices with a copy of each object; all of them if there are fewer.',
    }),
  })

const indexOf = (entry: string): number => {
  const index = Number(entry)
  if (!Number.isInteger(index) || index < 0)
    throw new Error(`[objects] storage_policies: '${entry}' is not the index of a storage policy`)
  return index
}

/** The indexes of all storage policies, always including 0. Throws for an entry that is not a whole number from 0. */
export const policyIndexes = ({
  storage_policies,
}: {
  readonly storage_policies: readonly string[]
}): readonly number[] => [...new Set([0, ...storage_policies.map(indexOf)])]

/** Options of the object auditor. */
export const auditorOptions = defineOptions('object-auditor', {
  interval: integer({
    default: 30,
    min: 1,
    help: 'Seconds from the end of an audit of all objects to the next.',
  }),
  files_per_second: integer({
    default: 20,
    min: 0,
    help: 'Maximum number of objects that an audit reads per second; 0 for unlimited.',
  }),
  bytes_per_second: integer({
    default: 10_000_000,
    min: 0,
    help: 'Maximum number of bytes that an audit reads per second; 0 for unlimited.',
  }),
})

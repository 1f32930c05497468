import { defineOptions } from '@nimbo/config/option-group'
import { boolean, choice, integer, list, string } from '@nimbo/config/option-types'

/** Options for the storage of bytes. */
export const objectsOptions = defineOptions('objects', {
  driver: choice(['files', 's3'], {
    default: 'files',
    help: 'Where the bytes of objects lie: in a directory, or in a bucket of an engine that speaks S3, as the gateway of Ceph.',
  }),
  s3_store_host: string({ help: 'Where that engine answers: http://10.0.0.2:7480.' }),
  s3_store_access_key: string({ help: 'The key of its user.' }),
  s3_store_secret_key: string({ help: 'The secret of that key.' }),
  s3_store_bucket: string({ default: 'objects', help: 'The bucket, which is made where it is not there.' }),
  s3_store_region_name: string({ default: 'us-east-1', help: 'The region that requests are signed for.' }),
  storage_policies: list({
    default: [],
    help: 'The numbers of storage policies beside the first, 0; each has a section [storage-policy:NUMBER].',
  }),
  filesystem_store_datadir: string({
    default: '$state_path/objects',
    help: 'Where the bytes of objects are kept: a directory that every machine with swift-proxy shares.',
  }),
  most_in_database: integer({
    default: 16_384,
    min: 0,
    max: 65_536,
    help: 'Objects of at most so many bytes lie in the database instead of a file, which costs less; 0 for none.',
  }),
  abandoned_after: integer({
    default: 30,
    min: 1,
    help: 'Seconds after which an upload of whose process nothing is heard counts as abandoned; its bytes go.',
  }),
})

/** Options of a storage policy, in a section with its index. */
export const storagePolicyOptions = <const Section extends string>(section: Section) =>
  defineOptions(section, {
    name: string({ help: 'What users call it; Policy-NUMBER unless given.' }),
    aliases: list({ default: [], help: 'Other names of it.' }),
    default: boolean({
      default: false,
      help: 'Whether containers that say nothing have it; else the first is.',
    }),
    deprecated: boolean({ default: false, help: 'Whether no new container can have it.' }),
    policy_type: choice(['replication'], {
      default: 'replication',
      help: 'How bytes are kept: in copies, each whole.',
    }),
    devices: list({
      default: [],
      help: 'Directories, each on a disk of its own, that copies lie in; the first policy lies where [objects] says unless given.',
    }),
    replicas: integer({
      default: 3,
      min: 1,
      help: 'How many of them have the bytes of an object; all of them where there are fewer.',
    }),
  })

/** The indexes of all storage policies, always including 0. */
export const policyIndexes = ({
  storage_policies,
}: {
  readonly storage_policies: readonly string[]
}): readonly number[] => [
  ...new Set([0, ...storage_policies.map(Number).filter((index) => Number.isInteger(index) && index > 0)]),
]

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
    help: 'Most objects that an audit reads in a second; 0 for any number.',
  }),
  bytes_per_second: integer({
    default: 10_000_000,
    min: 0,
    help: 'Most bytes that it reads in a second; 0 for any number.',
  }),
})

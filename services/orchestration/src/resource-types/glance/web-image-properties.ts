import { type Constraint, range } from '../../resource-type/constraint.ts'
import {
  anyList,
  anyMap,
  boolean,
  integer,
  listOf,
  oneOf,
  string,
  type ValuesOf,
} from '../../resource-type/property.ts'

const hex = '[0-9a-fA-F]'
const uuid: Constraint = {
  kind: 'pattern',
  pattern: `${hex}{8}-${hex}{4}-${hex}{4}-${hex}{4}-${hex}{12}`,
}

export const webImageProperties = {
  name: string(),
  id: string(),
  min_disk: integer({ default: 0, constraints: [range({ min: 0 })] }),
  min_ram: integer({ default: 0, constraints: [range({ min: 0 })] }),
  protected: boolean({ update: 'in-place', default: false }),
  disk_format: oneOf(['ami', 'ari', 'aki', 'vhd', 'vhdx', 'vmdk', 'raw', 'qcow2', 'vdi', 'iso', 'ploop'], {
    required: true,
  }),
  container_format: oneOf(['ami', 'ari', 'aki', 'bare', 'ovf', 'ova', 'docker'], { required: true }),
  location: string({ required: true }),
  tags: anyList({ update: 'in-place' }),
  architecture: string({ update: 'in-place' }),
  kernel_id: string({ update: 'in-place', constraints: [uuid] }),
  os_distro: string({ update: 'in-place' }),
  os_version: string({ update: 'in-place' }),
  owner: string({ update: 'in-place' }),
  extra_properties: anyMap({ update: 'in-place', default: {}, support: { since: '17.0.0' } }),
  visibility: oneOf(['public', 'private', 'community', 'shared'], { update: 'in-place', default: 'private' }),
  ramdisk_id: string({ update: 'in-place', constraints: [uuid] }),
  active: boolean({ update: 'in-place', default: true, support: { since: '16.0.0' } }),
  members: listOf(string(), { update: 'in-place', support: { since: '16.0.0' } }),
}

/** The properties of an image. */
export type WebImageProperties = ValuesOf<typeof webImageProperties>

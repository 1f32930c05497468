import { collectProperties } from '../heat/collect-config.ts'
import { range } from '../../resource-type/constraint.ts'
import {
  anyList,
  anyMap,
  boolean,
  integer,
  like,
  listOf,
  mapOf,
  oneOf,
  string,
  type ValuesOf,
} from '../../resource-type/property.ts'

export const serverProperties = {
  name: string({ update: 'in-place' }),
  image: like('glance.image', { update: 'in-place' }),
  block_device_mapping: listOf(
    mapOf({
      device_name: string({ required: true }),
      volume_id: like('cinder.volume'),
      snapshot_id: like('cinder.snapshot'),
      volume_size: integer(),
      delete_on_termination: boolean(),
    }),
  ),
  block_device_mapping_v2: listOf(
    mapOf({
      device_name: string(),
      volume_id: like('cinder.volume'),
      image_id: like('glance.image', { replacedBy: 'image', support: { status: 'HIDDEN', since: '9.0.0' } }),
      image: like('glance.image', { support: { since: '7.0.0' } }),
      snapshot_id: like('cinder.snapshot'),
      swap_size: integer(),
      ephemeral_size: integer({ support: { since: '8.0.0' }, constraints: [range({ min: 1 })] }),
      ephemeral_format: oneOf(['ext2', 'ext3', 'ext4', 'xfs', 'ntfs'], { support: { since: '8.0.0' } }),
      device_type: oneOf(['cdrom', 'disk']),
      disk_bus: oneOf(['ide', 'lame_bus', 'sata', 'scsi', 'usb', 'virtio']),
      boot_index: integer(),
      volume_size: integer(),
      delete_on_termination: boolean(),
      volume_type: like('cinder.vtype', { support: { since: '26.0.0' } }),
    }),
    { support: { since: '2015.1' } },
  ),
  flavor: like('nova.flavor', { required: true, update: 'in-place' }),
  flavor_update_policy: oneOf(['RESIZE', 'REPLACE'], { update: 'in-place', default: 'RESIZE' }),
  image_update_policy: oneOf(['REBUILD', 'REPLACE', 'REBUILD_PRESERVE_EPHEMERAL'], {
    update: 'in-place',
    default: 'REBUILD',
  }),
  key_name: like('nova.keypair'),
  admin_user: string({ support: { status: 'HIDDEN', since: '5.0.0' } }),
  availability_zone: string(),
  security_groups: anyList({ default: [] }),
  networks: listOf(
    mapOf({
      uuid: like('neutron.network', { replacedBy: 'network', support: { status: 'HIDDEN', since: '5.0.0' } }),
      network: like('neutron.network'),
      allocate_network: oneOf(['none', 'auto'], { update: 'in-place', support: { since: '9.0.0' } }),
      fixed_ip: like('ip_addr'),
      port: like('neutron.port'),
      port_extra_properties: mapOf(
        {
          value_specs: anyMap({ update: 'in-place', default: {} }),
          admin_state_up: boolean({ update: 'in-place', default: true }),
          mac_address: like('mac_addr'),
          allowed_address_pairs: listOf(
            mapOf({ mac_address: like('mac_addr'), ip_address: like('ip_or_cidr', { required: true }) }),
            { update: 'in-place' },
          ),
          'binding:vnic_type': oneOf(
            ['normal', 'direct', 'macvtap', 'direct-physical', 'baremetal', 'virtio-forwarder', 'smart-nic'],
            { update: 'in-place', default: 'normal', support: { since: '2015.1' } },
          ),
          port_security_enabled: boolean({ update: 'in-place', support: { since: '5.0.0' } }),
          qos_policy: like('neutron.qos_policy', { update: 'in-place', support: { since: '6.0.0' } }),
          propagate_uplink_status: boolean({ update: 'in-place', support: { since: '15.0.0' } }),
          no_fixed_ips: boolean({ update: 'in-place', default: false, support: { since: '16.0.0' } }),
        },
        { update: 'in-place', support: { since: '6.0.0' } },
      ),
      subnet: string({ support: { since: '5.0.0' } }),
      floating_ip: string({ support: { since: '6.0.0' } }),
      tag: string({ support: { since: '9.0.0' } }),
    }),
    { update: 'in-place' },
  ),
  scheduler_hints: anyMap(),
  metadata: anyMap({ update: 'in-place', default: {} }),
  user_data_format: oneOf(['HEAT_CFNTOOLS', 'RAW', 'SOFTWARE_CONFIG'], { default: 'HEAT_CFNTOOLS' }),
  user_data_update_policy: oneOf(['REPLACE', 'IGNORE', 'REBUILD'], {
    update: 'in-place',
    default: 'REPLACE',
    support: { since: '6.0.0' },
  }),
  user_data: string({ update: 'in-place', default: '' }),
  reservation_id: string(),
  config_drive: boolean(),
  diskConfig: oneOf(['AUTO', 'MANUAL']),
  personality: anyMap({ default: {}, support: { status: 'DEPRECATED', since: '12.0.0' } }),
  admin_pass: string({ update: 'in-place' }),
  tags: listOf(string(), { update: 'in-place', support: { since: '8.0.0' } }),
  ...collectProperties,
}

/** The properties of a server. */
export type ServerProperties = ValuesOf<typeof serverProperties>
export type ServerNetwork = NonNullable<ServerProperties['networks']>[number]

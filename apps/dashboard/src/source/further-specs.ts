import { isItem, type Item } from '../panel/item.ts'
import { named, said, same, type SourceSpec } from './source-spec.ts'

const imageOf = ({ volume_image_metadata: image }: Item): unknown =>
  isItem(image) ? image.image_id : undefined

/** Resources of the other services in HOT and Terraform. */
export const furtherSpecs: Readonly<Record<string, SourceSpec>> = {
  volumes: {
    hot: 'OS::Cinder::Volume',
    terraform: 'openstack_blockstorage_volume_v3',
    properties: [
      ...[same('name'), same('description'), same('size'), same('volume_type')],
      said(imageOf, 'image', 'image_id'),
      ...[same('snapshot_id'), named('source_volid', 'source_volid', 'source_vol_id')],
      ...[same('availability_zone'), same('metadata')],
    ],
  },
  'volume-types': {
    hot: 'OS::Cinder::VolumeType',
    terraform: 'openstack_blockstorage_volume_type_v3',
    properties: [
      ...[same('name'), same('description'), same('is_public')],
      named('extra_specs', 'metadata', 'extra_specs'),
    ],
  },
  'volume-qos-specs': {
    hot: 'OS::Cinder::QoSSpecs',
    terraform: 'openstack_blockstorage_qos_v3',
    properties: [same('name'), named('consumer', undefined, 'consumer'), same('specs')],
  },
  images: {
    terraform: 'openstack_images_image_v2',
    properties: [
      ...[same('name'), same('container_format'), same('disk_format'), same('visibility'), same('protected')],
      ...[same('min_disk', 'min_disk_gb'), same('min_ram', 'min_ram_mb'), same('tags')],
    ],
  },
  projects: {
    hot: 'OS::Keystone::Project',
    terraform: 'openstack_identity_project_v3',
    properties: [
      same('name'),
      same('description'),
      named('domain_id', 'domain', 'domain_id'),
      same('enabled'),
    ],
  },
  users: {
    hot: 'OS::Keystone::User',
    terraform: 'openstack_identity_user_v3',
    properties: [
      ...[same('name'), same('description'), named('domain_id', 'domain', 'domain_id'), same('enabled')],
      ...[
        named('default_project_id', 'default_project', 'default_project_id'),
        named('email', 'email', undefined),
      ],
    ],
  },
  groups: {
    hot: 'OS::Keystone::Group',
    terraform: 'openstack_identity_group_v3',
    properties: [same('name'), same('description'), named('domain_id', 'domain', 'domain_id')],
  },
  roles: {
    hot: 'OS::Keystone::Role',
    terraform: 'openstack_identity_role_v3',
    properties: [same('name'), named('domain_id', 'domain', 'domain_id')],
  },
  containers: {
    hot: 'OS::Swift::Container',
    terraform: 'openstack_objectstorage_container_v1',
    properties: [same('name')],
  },
  secrets: {
    terraform: 'openstack_keymanager_secret_v1',
    properties: [
      ...[same('name'), same('secret_type'), same('algorithm'), same('bit_length'), same('mode')],
      same('expiration'),
    ],
  },
}

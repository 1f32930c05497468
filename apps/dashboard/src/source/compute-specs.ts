import { isItem, type Item, textAt, valueAt } from '../panel/item.ts'
import { named, said, same, type SourceSpec } from './source-spec.ts'

const at = (name: string) => (item: Item) => valueAt(item, name)

const networkNames = ({ addresses }: Item): readonly string[] =>
  isItem(addresses) ? Object.keys(addresses) : []

const groupNames = ({ security_groups: groups }: Item): readonly string[] => [
  ...new Set(Array.isArray(groups) ? groups.filter(isItem).map((group) => textAt(group, 'name')) : []),
]

const policies = ({ policy, policies: several }: Item): unknown => (policy === undefined ? several : [policy])

/** Resources of the compute service in HOT and Terraform. */
export const computeSpecs: Readonly<Record<string, SourceSpec>> = {
  servers: {
    hot: 'OS::Nova::Server',
    terraform: 'openstack_compute_instance_v2',
    properties: [
      same('name'),
      said(at('image.id'), 'image', 'image_id'),
      said(at('flavor.original_name'), 'flavor', 'flavor_name'),
      named('key_name', 'key_name', 'key_pair'),
      said((item) => networkNames(item).map((network) => ({ network })), 'networks', undefined),
      said((item) => networkNames(item).map((name) => ({ name })), undefined, 'network'),
      said(groupNames, 'security_groups', 'security_groups'),
      said(at('OS-EXT-AZ:availability_zone'), 'availability_zone', 'availability_zone'),
      said(
        ({ config_drive: drive }) => drive === 'True' || drive === true || undefined,
        'config_drive',
        'config_drive',
      ),
      same('metadata'),
    ],
  },
  'key-pairs': {
    hot: 'OS::Nova::KeyPair',
    terraform: 'openstack_compute_keypair_v2',
    properties: [same('name'), same('public_key')],
  },
  'server-groups': {
    hot: 'OS::Nova::ServerGroup',
    terraform: 'openstack_compute_servergroup_v2',
    properties: [same('name'), said(policies, 'policies', 'policies')],
  },
  flavors: {
    hot: 'OS::Nova::Flavor',
    terraform: 'openstack_compute_flavor_v2',
    properties: [
      ...[same('name'), same('ram'), same('vcpus'), same('disk')],
      said(at('OS-FLV-EXT-DATA:ephemeral'), 'ephemeral', 'ephemeral'),
      said(({ swap }) => Number(swap) || undefined, 'swap', 'swap'),
      said(at('os-flavor-access:is_public'), 'is_public', 'is_public'),
      same('extra_specs'),
    ],
  },
  aggregates: {
    hot: 'OS::Nova::HostAggregate',
    terraform: 'openstack_compute_aggregate_v2',
    properties: [
      same('name'),
      named('availability_zone', 'availability_zone', 'zone'),
      same('hosts'),
      same('metadata'),
    ],
  },
}

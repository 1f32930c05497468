import { column } from '../../panel/column.ts'
import { isItem, type Item, textAt } from '../../panel/item.ts'

const powerStates: Readonly<Record<string, string>> = {
  0: 'nostate',
  1: 'running',
  3: 'paused',
  4: 'shutdown',
  6: 'crashed',
  7: 'suspended',
}

/** The id of a server's image; undefined if it boots from a volume. */
const imageOf = ({ image }: Item): string | undefined =>
  isItem(image) && typeof image.id === 'string' ? image.id : undefined

export const serverColumns = [
  column('name', { sort: 'display_name' }),
  column('image', { look: 'reference', to: 'images', value: imageOf }),
  column('addresses', { look: 'addresses' }),
  column('flavor.original_name', { label: 'flavor' }),
  column('status', { look: 'status', sort: 'vm_state' }),
  column('OS-EXT-STS:task_state', { look: 'status', sort: 'task_state' }),
  column('OS-EXT-STS:power_state', {
    look: 'status',
    value: (server) => powerStates[textAt(server, 'OS-EXT-STS:power_state')],
  }),
  column('OS-EXT-AZ:availability_zone', { sort: 'availability_zone', hidden: true }),
  column('key_name', { sort: 'key_name', hidden: true }),
  column('created', { look: 'date', sort: 'created_at' }),
] as const

export const serverDetails = [
  column('description'),
  column('fault.message', { label: 'fault' }),
  column('flavor.vcpus', { label: 'vcpus' }),
  column('flavor.ram', { label: 'ram', look: 'mib' }),
  column('flavor.disk', { label: 'disk', look: 'gib' }),
  column('locked', { look: 'yes' }),
  column('locked_reason'),
  column('updated', { look: 'date' }),
  column('OS-SRV-USG:launched_at', { look: 'date' }),
  column('OS-EXT-SRV-ATTR:host', { sort: 'host' }),
  column('OS-EXT-SRV-ATTR:hypervisor_hostname'),
  column('OS-EXT-SRV-ATTR:instance_name'),
  column('OS-EXT-SRV-ATTR:hostname'),
  column('config_drive', { look: 'yes' }),
  column('metadata', { look: 'pairs' }),
  column('tags', { look: 'list' }),
  column('user_id'),
  column('tenant_id', { look: 'reference', to: 'projects' }),
] as const

import { listExtensions, showExtension } from '@nimbo/contracts/compute/extensions'
import { errors } from '../errors.ts'
import { handle } from './handle.ts'

/** Extensions were how the API grew before microversions; what is listed is simply part of it. */
const extensions = (
  [
    ['os-aggregates', 'Aggregates', 'Admin-only aggregate administration.'],
    ['os-attach-interfaces', 'AttachInterfaces', 'Attach interface support.'],
    ['os-availability-zone', 'AvailabilityZone', 'Shows availability zones.'],
    ['os-block-device-mapping', 'BlockDeviceMapping', 'Block device mapping boot support.'],
    ['os-config-drive', 'ConfigDrive', 'Config drive support.'],
    ['os-console-output', 'ConsoleOutput', 'Console log output support, with tailing ability.'],
    ['os-extended-availability-zone', 'ExtendedAvailabilityZone', 'Shows the zone of servers.'],
    ['os-extended-server-attributes', 'ExtendedServerAttributes', 'Extended server attributes support.'],
    ['os-extended-status', 'ExtendedStatus', 'Extended status support.'],
    ['os-extended-volumes', 'ExtendedVolumes', 'Shows the volumes of servers.'],
    ['os-flavor-access', 'FlavorAccess', 'Flavor access support.'],
    ['os-flavor-extra-specs', 'FlavorExtraSpecs', 'Flavors extra specs support.'],
    ['os-flavor-manage', 'FlavorManage', 'Flavor create and delete.'],
    ['os-hypervisors', 'Hypervisors', 'Admin-only hypervisor administration.'],
    ['os-instance-actions', 'InstanceActions', 'View a log of actions and events taken on an instance.'],
    ['os-keypairs', 'Keypairs', 'Keypair support.'],
    ['os-lock-server', 'LockServer', 'Lock and unlock servers.'],
    ['os-pause-server', 'PauseServer', 'Pause and unpause servers.'],
    ['os-quota-sets', 'Quotas', 'Quotas management support.'],
    ['os-remote-consoles', 'Consoles', 'Interactive console support.'],
    ['os-scheduler-hints', 'SchedulerHints', 'Pass arbitrary hints to the scheduler.'],
    ['os-security-groups', 'SecurityGroups', 'Security groups of servers.'],
    ['os-server-external-events', 'ServerExternalEvents', 'Server external event triggers.'],
    ['os-server-groups', 'ServerGroups', 'Server group support.'],
    ['os-server-tags', 'ServerTags', 'Server tags support.'],
    ['os-services', 'Services', 'Services support.'],
    ['os-user-data', 'UserData', 'Add user data to servers.'],
    ['os-volumes', 'Volumes', 'Volume attachments of servers.'],
  ] as const
).map(([alias, name, description]) => ({
  alias,
  name,
  description,
  links: [],
  namespace: 'http://docs.openstack.org/compute/ext/fake_xml',
  updated: '2014-12-03T00:00:00Z',
}))

const list = handle(listExtensions, async () => ({ extensions }))

const show = handle(showExtension, async ({ params }) => {
  const extension = extensions.find(({ alias }) => alias === params.alias)
  if (!extension) throw errors.NotFound({ reason: 'The resource could not be found.' })
  return { extension }
})

export const extensionRoutes = [list, show]

import { listExtensions, showExtension } from '@nimbo/contracts/compute/extensions'
import { errors } from '../errors.ts'
import { handle } from './handle.ts'

/** Nova's former extensions, from before microversions; all of them are part of the API. */
const extensions = (
  [
    ['NMN', 'Multinic', 'Multiple network support.'],
    ['OS-DCF', 'DiskConfig', 'Disk management extension.'],
    ['OS-EXT-AZ', 'ExtendedAvailabilityZone', 'Shows the zone of servers.'],
    ['OS-EXT-IMG-SIZE', 'ImageSize', 'Adds image size to image listings.'],
    ['OS-EXT-IPS', 'ExtendedIps', 'Shows the type of addresses.'],
    ['OS-EXT-IPS-MAC', 'ExtendedIpsMac', 'Shows the MAC addresses of servers.'],
    ['OS-EXT-SRV-ATTR', 'ExtendedServerAttributes', 'Extended server attributes support.'],
    ['OS-EXT-STS', 'ExtendedStatus', 'Extended status support.'],
    ['OS-FLV-DISABLED', 'FlavorDisabled', 'Shows whether flavors are disabled.'],
    ['OS-FLV-EXT-DATA', 'FlavorExtraData', 'Shows the ephemeral disks of flavors.'],
    ['OS-SCH-HNT', 'SchedulerHints', 'Pass arbitrary hints to the scheduler.'],
    ['OS-SRV-USG', 'ServerUsage', 'Shows when servers were launched and terminated.'],
    ['os-access-ips', 'AccessIPs', 'Access addresses of servers.'],
    ['os-admin-actions', 'AdminActions', 'Admin-only server actions.'],
    ['os-admin-password', 'AdminPassword', "Change the password of a server's administrator."],
    ['os-aggregates', 'Aggregates', 'Admin-only aggregate administration.'],
    [
      'os-assisted-volume-snapshots',
      'AssistedVolumeSnapshots',
      "Snapshots of volumes with the help of their servers' hosts.",
    ],
    ['os-attach-interfaces', 'AttachInterfaces', 'Attach interface support.'],
    ['os-availability-zone', 'AvailabilityZone', 'Shows availability zones.'],
    ['os-block-device-mapping', 'BlockDeviceMapping', 'Block device mapping boot support.'],
    ['os-block-device-mapping-v2-boot', 'BlockDeviceMappingV2Boot', 'Boot from disks of every kind.'],
    ['os-config-drive', 'ConfigDrive', 'Config drive support.'],
    ['os-console-auth-tokens', 'ConsoleAuthTokens', 'What a console token stands for.'],
    ['os-console-output', 'ConsoleOutput', 'Console log output support, with tailing ability.'],
    ['os-consoles', 'Consoles', 'Interactive console support.'],
    ['os-create-backup', 'CreateBackup', 'Create a backup of a server.'],
    ['os-deferred-delete', 'DeferredDelete', 'Deletion of servers that can be taken back.'],
    ['os-evacuate', 'Evacuate', 'Move servers from a failed host.'],
    ['os-extended-volumes', 'ExtendedVolumes', 'Shows the volumes of servers.'],
    ['os-fixed-ips', 'FixedIPs', 'Add and remove fixed addresses.'],
    ['os-flavor-access', 'FlavorAccess', 'Flavor access support.'],
    ['os-flavor-extra-specs', 'FlavorExtraSpecs', 'Flavors extra specs support.'],
    ['os-flavor-manage', 'FlavorManage', 'Flavor create and delete.'],
    ['os-flavor-rxtx', 'FlavorRxtx', 'Shows the bandwidth factor of flavors.'],
    ['os-flavor-swap', 'FlavorSwap', 'Shows the swap of flavors.'],
    ['os-floating-ip-pools', 'FloatingIpPools', 'Lists pools of floating addresses.'],
    ['os-floating-ips', 'FloatingIps', 'Floating addresses support.'],
    ['os-hosts', 'Hosts', 'Admin-only host administration.'],
    ['os-hypervisors', 'Hypervisors', 'Admin-only hypervisor administration.'],
    ['os-instance-actions', 'InstanceActions', 'View a log of actions and events taken on an instance.'],
    ['os-instance_usage_audit_log', 'OSInstanceUsageAuditLog', 'Admin-only log of usage audits.'],
    ['os-keypairs', 'Keypairs', 'Keypair support.'],
    ['os-lock-server', 'LockServer', 'Lock and unlock servers.'],
    ['os-migrate-server', 'MigrateServer', 'Cold and live migration of servers.'],
    ['os-migrations', 'Migrations', 'Shows migrations.'],
    ['os-multiple-create', 'MultipleCreate', 'Make several servers at once.'],
    ['os-networks', 'Networks', 'Shows networks.'],
    ['os-pause-server', 'PauseServer', 'Pause and unpause servers.'],
    ['os-quota-class-sets', 'QuotaClasses', 'Quota classes management support.'],
    ['os-quota-sets', 'Quotas', 'Quotas management support.'],
    ['os-rescue', 'Rescue', 'Rescue of servers.'],
    ['os-security-groups', 'SecurityGroups', 'Security groups of servers.'],
    ['os-server-diagnostics', 'ServerDiagnostics', 'What servers did since they were started.'],
    ['os-server-external-events', 'ServerExternalEvents', 'Server external event triggers.'],
    ['os-server-groups', 'ServerGroups', 'Server group support.'],
    ['os-server-password', 'ServerPassword', 'The encrypted password of a server.'],
    ['os-server-start-stop', 'ServerStartStop', 'Start and stop servers.'],
    ['os-services', 'Services', 'Services support.'],
    ['os-shelve', 'Shelve', 'Shelve and unshelve servers.'],
    ['os-simple-tenant-usage', 'SimpleTenantUsage', 'What projects have used.'],
    ['os-suspend-server', 'SuspendServer', 'Suspend and resume servers.'],
    ['os-tenant-networks', 'OSTenantNetworks', 'Networks of a project.'],
    ['os-used-limits', 'UsedLimits', 'Shows what is used of limits.'],
    ['os-user-data', 'UserData', 'Add user data to servers.'],
    ['os-volumes', 'Volumes', 'Volumes support.'],
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

/**
 * Rows of OpenStack's table that nobody tells here, with the reason: event types by format and service, each once. A row that is
 * neither declared nor here fails a test, and so does one that is both.
 */
export const untold: readonly {
  readonly reason: string
  readonly service: string
  readonly format: 'versioned' | 'unversioned' | 'cadf'
  readonly events: readonly string[]
}[] = [
  {
    reason: 'There is no service of shared file systems to attach a share of.',
    service: 'compute',
    format: 'versioned',
    events: ['share_attach', 'share_detach'].flatMap((action) =>
      ['start', 'end', 'error'].map((phase) => `instance.${action}.${phase}`),
    ),
  },
  {
    reason:
      'No driver can switch its host off or take it out of service: the API answers 501, as with libvirt.',
    service: 'compute',
    format: 'unversioned',
    events: ['power_action', 'set_maintenance'].flatMap((action) => [
      `HostAPI.${action}.start`,
      `HostAPI.${action}.end`,
    ]),
  },
  {
    reason:
      'nova-network told them, which Nova itself has no more; floatingip.* of the network service stand for them.',
    service: 'compute',
    format: 'unversioned',
    events: ['allocate', 'associate', 'deallocate', 'disassociate'].map(
      (verb) => `network.floating_ip.${verb}`,
    ),
  },
  {
    reason: 'No back end replicates groups: the API refuses these actions before anything begins.',
    service: 'volume',
    format: 'unversioned',
    events: ['enable', 'disable', 'failover'].flatMap((verb) => [
      `group.${verb}_replication.start`,
      `group.${verb}_replication.end`,
    ]),
  },
  {
    reason:
      'A volume grows where it lies, and what is managed lies where its operator says: there is no back end to choose, and the one that is asked says itself when it has no room.',
    service: 'volume',
    format: 'unversioned',
    events: ['scheduler.extend_volume', 'scheduler.manage_existing'],
  },
  {
    reason: 'Tasks are hidden once they have expired and never deleted by anybody; the API has no way to.',
    service: 'image',
    format: 'unversioned',
    events: ['task.delete'],
  },
  {
    reason: 'No agent counts the traffic of metering labels.',
    service: 'network',
    format: 'unversioned',
    events: ['l3.meter'],
  },
]

import type { ServerId } from '@nimbo/kernel/ids'
import { call, cast, defineRpc } from '@nimbo/rpc/define-rpc'
import { type Static, Type } from 'typebox'
import type { TaskState } from '../compute/states.ts'
import { hostMetric } from './host-metric.ts'
import { hostedServer } from './hosted-server.ts'
import { moveClaim } from './move.ts'
import { guestTopology, hostTopology } from './numa.ts'
import type { HostActionKind } from './operation.ts'
import { heldDevice, pciPool, reportedDevice } from './pci.ts'
import { deviceAddress } from './device-address.ts'
import { idOf, listOf, nothing, oneOf, texts } from './schemas.ts'
import { serverInterface } from './server-interface.ts'

const onHost = { host: Type.String(), serverId: idOf<ServerId>() }

/** A disk as the host created or attached it. */
const attachedDisk = Type.Object({
  id: Type.String(),
  device: Type.String(),
  volumeId: Type.Optional(Type.String()),
  volumeSizeGb: Type.Optional(Type.Integer()),
  attachmentId: Type.Optional(Type.String()),
  connectionInfo: Type.Optional(Type.Unsafe<Readonly<Record<string, unknown>>>(Type.Object({}))),
})

/** The resources of a node that its servers use. */
const nodeUsage = {
  node: Type.String(),
  vcpusUsed: Type.Integer(),
  memoryMbUsed: Type.Integer(),
  diskGbUsed: Type.Integer(),
  runningServers: Type.Integer(),
  /** Its NUMA cells with their use; absent when the hypervisor reports none. */
  numaTopology: Type.Optional(hostTopology),
}
const usedNode = Type.Object(nodeUsage)

const node = Type.Object({
  ...nodeUsage,
  id: Type.String(),
  vcpus: Type.Integer(),
  memoryMb: Type.Integer(),
  diskGb: Type.Integer(),
  hypervisorType: Type.String(),
  hypervisorVersion: Type.Integer(),
  cpuInfo: Type.Unsafe<Readonly<Record<string, unknown>>>(Type.Object({})),
  supportedInstances: Type.Unsafe<readonly (readonly [string, string, string])[]>(
    Type.Array(Type.Array(Type.String(), { minItems: 3, maxItems: 3 })),
  ),
  /** What the monitors of its host measured; absent without monitors. */
  metrics: Type.Optional(listOf(hostMetric)),
})

const volumeCounts = Type.Object({
  volumeId: Type.String(),
  reads: Type.Integer(),
  readBytes: Type.Integer(),
  writes: Type.Integer(),
  writeBytes: Type.Integer(),
})
export type VolumeCounts = Static<typeof volumeCounts>

export type AttachedDisk = Static<typeof attachedDisk>
export type NodeUsage = Static<typeof usedNode>
export type NodeReport = Static<typeof node>

const amountMoved = Type.Object({
  total: Type.Integer(),
  processed: Type.Integer(),
  remaining: Type.Integer(),
})
export type AmountMoved = Static<typeof amountMoved>

/** RPC interface of the conductor for compute hosts, which have no database. The broker identifies the cell. */
export const hostConductorRpc = defineRpc('conductor-for-hosts', {
  /** The server as requested; absent when it was deleted. */
  getServer: call(
    Type.Object({
      serverId: idOf<ServerId>(),
      /**
       * The host that wants to build the server: the reply then has no server, either, when it must not be built on this host.
       */
      builder: Type.Optional(Type.String()),
    }),
    Type.Object({ server: Type.Optional(hostedServer) }),
    { since: '1.0' },
  ),
  /** Reports the progress of a build; `goOn` is false when the server must not be built on this host any more. */
  reportProgress: call(
    Type.Object({ ...onHost, taskState: oneOf('networking', 'block_device_mapping', 'spawning') }),
    Type.Object({ goOn: Type.Boolean() }),
    { since: '1.0' },
  ),
  /** Reports the progress of an action; `goOn` is false when the flow no longer waits for it. */
  actionProgressed: call(
    Type.Object({ ...onHost, kind: idOf<HostActionKind>(), taskState: idOf<TaskState>() }),
    Type.Object({ goOn: Type.Boolean() }),
    { since: '1.1' },
  ),
  /**
   * Reports a disk that a build created or attached, at once so that it is never forgotten; `kept` is false when the server must
   * not be on this host any more.
   */
  diskAttached: call(Type.Object({ ...onHost, disk: attachedDisk }), Type.Object({ kept: Type.Boolean() }), {
    since: '1.0',
  }),
  /** Line 30 of the boot flow; `kept` is false when the server must not be on this host any more. */
  buildFinished: call(
    Type.Object({
      ...onHost,
      node: Type.String(),
      powerState: Type.Integer(),
      interfaces: listOf(serverInterface),
      /** Where the guest finds its devices, if metadata show that. */
      deviceAddresses: Type.Optional(listOf(deviceAddress)),
      rootDevice: Type.String(),
      /** The machine type that the hypervisor chose, if the image names none. */
      machineType: Type.Optional(Type.String()),
    }),
    Type.Object({ kept: Type.Boolean() }),
    { since: '1.0' },
  ),
  /** A build failed and was cleaned up. */
  buildFailed: call(
    Type.Object({
      ...onHost,
      code: Type.String(),
      message: Type.String(),
      /** Whether another host may succeed. */
      elsewhere: Type.Boolean(),
      /** Whether a service that every host needs was unavailable, so that this host is as good as any other. */
      outage: Type.Optional(Type.Boolean()),
    }),
    nothing,
    { since: '1.0' },
  ),
  /**
   * A heartbeat with all nodes of the host and the servers found on it; returns the nodes' ids, and which servers must not be
   * there.
   */
  reportHost: call(
    Type.Object({
      host: Type.String(),
      hostIp: Type.String(),
      nodes: listOf(node),
      present: listOf(idOf<ServerId>()),
      /** The service version of its code. */
      version: Type.Optional(Type.Integer()),
    }),
    Type.Object({
      nodeIds: Type.Unsafe<Readonly<Record<string, string>>>(Type.Object({})),
      orphans: listOf(idOf<ServerId>()),
      /** Whether an operator took it out of scheduling. */
      disabled: Type.Optional(Type.Boolean()),
    }),
    { since: '1.0' },
  ),
  /**
   * The use of a host's resources by its servers changed, after a build for example. The next report repeats it, so the message
   * may get lost.
   */
  usageChanged: cast(Type.Object({ host: Type.String(), nodes: listOf(usedNode) }), { since: '1.4' }),
  /** Progress of a live migration, in bytes. */
  liveMigrationProgressed: cast(
    Type.Object({
      ...onHost,
      migrationId: Type.String(),
      memory: amountMoved,
      disk: amountMoved,
    }),
    { since: '1.2' },
  ),
  /** The hypervisor reported a change of a server's power state. */
  powerStateChanged: cast(Type.Object({ ...onHost, powerState: Type.Integer() }), { since: '1.0' }),
  /** The ports of a server changed. */
  interfacesChanged: cast(
    Type.Object({
      ...onHost,
      interfaces: listOf(serverInterface),
      /** The ports of the interfaces that were recorded when the host looked; absent from hosts of earlier versions. */
      known: Type.Optional(listOf(Type.String())),
    }),
    { since: '1.0' },
  ),
  /** The host claimed a place in its NUMA cells, for a server or for the migration that keeps its earlier place. */
  numaClaimed: call(
    Type.Object({ ...onHost, holderId: Type.String(), node: Type.String(), topology: guestTopology }),
    nothing,
    {
      since: '1.3',
    },
  ),
  /** The host gave such a place back. */
  numaReleased: call(Type.Object({ host: Type.String(), holderId: Type.String() }), nothing, {
    since: '1.3',
  }),
  /** The servers of a starting host. */
  reconcileHost: call(
    Type.Object({
      host: Type.String(),
      /** The machine types that its hypervisor chooses, by architecture, to be recorded for servers that have none. */
      machineTypes: Type.Optional(texts),
    }),
    Type.Object({
      servers: listOf(
        Type.Object({
          serverId: idOf<ServerId>(),
          node: Type.String(),
          vcpus: Type.Integer(),
          memoryMb: Type.Integer(),
          diskGb: Type.Integer(),
          building: Type.Boolean(),
          /** Whether it is being live-migrated away. */
          leaving: Type.Optional(Type.Boolean()),
          powerState: Type.Integer(),
          /** Absent without an image, and from conductors of earlier versions. */
          imageId: Type.Optional(Type.String()),
        }),
      ),
      /** Places in its NUMA cells, for servers and for migrations that keep their earlier ones. */
      numa: Type.Optional(
        listOf(
          Type.Object({
            holderId: Type.String(),
            serverId: idOf<ServerId>(),
            node: Type.String(),
            topology: guestTopology,
          }),
        ),
      ),
      /** Resources kept for servers that may come back, by migration id. */
      held: Type.Optional(listOf(moveClaim)),
      /** The PCI devices that servers and migrations have, and those that are used up. */
      devices: Type.Optional(
        Type.Object({
          held: listOf(heldDevice),
          used: listOf(Type.Pick(heldDevice, ['node', 'address'])),
          /** Claims of servers and migrations that are not on this host any more. Absent from older conductors. */
          outlived: Type.Optional(listOf(Type.String())),
        }),
      ),
    }),
    { since: '1.0' },
  ),
  /**
   * What servers did with their volumes, by the counters of the hypervisor. `detached`: just before these volumes were detached,
   * so that the counters begin anew. A message that is older than the last one about a volume changes nothing.
   */
  volumesUsed: cast(
    Type.Object({
      host: Type.String(),
      measuredAt: Type.String(),
      detached: Type.Boolean(),
      servers: listOf(Type.Object({ serverId: idOf<ServerId>(), volumes: listOf(volumeCounts) })),
    }),
    { since: '1.5' },
  ),
  /** The host cannot connect to its hypervisor; `reason` says why. */
  hypervisorUnreachable: cast(
    Type.Object({ host: Type.String(), hostIp: Type.String(), reason: Type.String() }),
    { since: '1.5' },
  ),
  /** All PCI devices that a node offers, as they are now: sent before a server gets one, and when one is free again. */
  devicesChanged: call(
    Type.Object({
      host: Type.String(),
      node: Type.String(),
      devices: listOf(reportedDevice),
      /** The free ones by kind. */
      pools: listOf(pciPool),
    }),
    nothing,
    { since: '1.3' },
  ),
})

import type { ServerId } from '@nimbo/kernel/ids'
import { call, cast, defineRpc } from '@nimbo/rpc/define-rpc'
import { type Static, Type } from 'typebox'
import type { TaskState } from '../compute/states.ts'
import { hostedServer } from './hosted-server.ts'
import { moveClaim } from './move.ts'
import type { HostActionKind } from './operation.ts'
import { idOf, listOf, nothing, oneOf } from './schemas.ts'
import { serverInterface } from './server-interface.ts'

const onHost = { host: Type.String(), serverId: idOf<ServerId>() }

/** A disk as the host made or attached it. */
const attachedDisk = Type.Object({
  id: Type.String(),
  device: Type.String(),
  volumeId: Type.Optional(Type.String()),
  volumeSizeGb: Type.Optional(Type.Integer()),
  attachmentId: Type.Optional(Type.String()),
  connectionInfo: Type.Optional(Type.Unsafe<Readonly<Record<string, unknown>>>(Type.Object({}))),
})

const node = Type.Object({
  id: Type.String(),
  node: Type.String(),
  vcpus: Type.Integer(),
  memoryMb: Type.Integer(),
  diskGb: Type.Integer(),
  vcpusUsed: Type.Integer(),
  memoryMbUsed: Type.Integer(),
  diskGbUsed: Type.Integer(),
  runningServers: Type.Integer(),
  hypervisorType: Type.String(),
  hypervisorVersion: Type.Integer(),
  cpuInfo: Type.Unsafe<Readonly<Record<string, unknown>>>(Type.Object({})),
  supportedInstances: Type.Unsafe<readonly (readonly [string, string, string])[]>(
    Type.Array(Type.Array(Type.String(), { minItems: 3, maxItems: 3 })),
  ),
})

export type AttachedDisk = Static<typeof attachedDisk>
export type NodeReport = Static<typeof node>

const amountMoved = Type.Object({
  total: Type.Integer(),
  processed: Type.Integer(),
  remaining: Type.Integer(),
})
export type AmountMoved = Static<typeof amountMoved>

/** What a compute host asks the conductor, which has the databases that hosts do not. Over which cell's broker tells the cell. */
export const hostConductorRpc = defineRpc('conductor-for-hosts', {
  /** What a server is to be; absent when it is gone. */
  getServer: call(
    Type.Object({
      serverId: idOf<ServerId>(),
      /** The host that asks in order to build it; absent then also when it shall not be built there (any more). */
      builder: Type.Optional(Type.String()),
    }),
    Type.Object({ server: Type.Optional(hostedServer) }),
    { since: '1.0' },
  ),
  /** How far a build is; `goOn` is false when the server shall not be built here any more. */
  reportProgress: call(
    Type.Object({ ...onHost, taskState: oneOf('networking', 'block_device_mapping', 'spawning') }),
    Type.Object({ goOn: Type.Boolean() }),
    { since: '1.0' },
  ),
  /** How far an action of the host is; `goOn` is false when nobody waits for it (any more). */
  actionProgressed: call(
    Type.Object({ ...onHost, kind: idOf<HostActionKind>(), taskState: idOf<TaskState>() }),
    Type.Object({ goOn: Type.Boolean() }),
    { since: '1.1' },
  ),
  /**
   * A disk that a build made or attached, told at once so that nothing of it is forgotten; `kept` is false when the server
   * shall not be here any more.
   */
  diskAttached: call(Type.Object({ ...onHost, disk: attachedDisk }), Type.Object({ kept: Type.Boolean() }), {
    since: '1.0',
  }),
  /** Line 30 of the boot flow; `kept` is false when the server shall not be here any more. */
  buildFinished: call(
    Type.Object({
      ...onHost,
      node: Type.String(),
      powerState: Type.Integer(),
      interfaces: listOf(serverInterface),
      rootDevice: Type.String(),
    }),
    Type.Object({ kept: Type.Boolean() }),
    { since: '1.0' },
  ),
  /** A build failed and nothing of it is left on the host. */
  buildFailed: call(
    Type.Object({
      ...onHost,
      code: Type.String(),
      message: Type.String(),
      /** Another host may do better. */
      elsewhere: Type.Boolean(),
      /** Only somebody was away whom every host needs: this one is as good as any when they are back. */
      outage: Type.Optional(Type.Boolean()),
    }),
    nothing,
    { since: '1.0' },
  ),
  /**
   * A sign of life, with all nodes of the host and the servers of which it has something; answers the ids that the nodes
   * keep, and which of those servers are gone from the host.
   */
  reportHost: call(
    Type.Object({
      host: Type.String(),
      hostIp: Type.String(),
      nodes: listOf(node),
      present: listOf(idOf<ServerId>()),
    }),
    Type.Object({
      nodeIds: Type.Unsafe<Readonly<Record<string, string>>>(Type.Object({})),
      orphans: listOf(idOf<ServerId>()),
    }),
    { since: '1.0' },
  ),
  /** How much of a guest that leaves is with the other host; bytes. */
  liveMigrationProgressed: cast(
    Type.Object({
      ...onHost,
      migrationId: Type.String(),
      memory: amountMoved,
      disk: amountMoved,
    }),
    { since: '1.2' },
  ),
  /** The hypervisor saw a server change by itself. */
  powerStateChanged: cast(Type.Object({ ...onHost, powerState: Type.Integer() }), { since: '1.0' }),
  /** The ports of a server have changed. */
  interfacesChanged: cast(Type.Object({ ...onHost, interfaces: listOf(serverInterface) }), { since: '1.0' }),
  /** What a host must know that starts: the servers it is to have. */
  reconcileHost: call(
    Type.Object({ host: Type.String() }),
    Type.Object({
      servers: listOf(
        Type.Object({
          serverId: idOf<ServerId>(),
          node: Type.String(),
          vcpus: Type.Integer(),
          memoryMb: Type.Integer(),
          diskGb: Type.Integer(),
          building: Type.Boolean(),
          /** It is about to go to another host as it runs. */
          leaving: Type.Optional(Type.Boolean()),
          powerState: Type.Integer(),
        }),
      ),
      /** What it keeps besides for servers that may come back to it, by the ids of their migrations. */
      held: Type.Optional(listOf(moveClaim)),
    }),
    { since: '1.0' },
  ),
})

import type { ServerId } from '@nimbo/kernel/ids'
import { call, cast, defineRpc } from '@nimbo/rpc/define-rpc'
import { Type } from 'typebox'
import { deviceAddress } from './device-address.ts'
import { diagnostics } from './diagnostics.ts'
import { imageToCache } from './image-to-cache.ts'
import { moved, movePart } from './move.ts'
import { operation } from './operation.ts'
import { idOf, listOf, nothing } from './schemas.ts'
import { serverInterface } from './server-interface.ts'

const aServer = { serverId: idOf<ServerId>() }

/** Longer than shutting down a guest, or copying and uploading a large disk, takes; a host that is down is noticed earlier. */
const operationTimeoutMs = 3_300_000

/** A guest may have much to write out before its file systems are frozen. */
const quiesceTimeoutMs = 60_000

/** RPC interface of a compute host; the server of the topic is the host's name. All methods are idempotent. */
export const agentRpc = defineRpc('compute', {
  /**
   * Line 21 of the boot flow. The host replies with `buildFinished` or `buildFailed`; when called again meanwhile, it continues.
   */
  buildServer: cast(Type.Object(aServer), { since: '1.0' }),
  /** Cancels a running build, removes the domain and all files. Idempotent. */
  terminateServer: call(Type.Object(aServer), nothing, { since: '1.0', timeoutMs: operationTimeoutMs }),
  operateServer: call(
    Type.Object({ ...aServer, operation }),
    Type.Object({
      powerState: Type.Integer(),
      /** All current interfaces, if the action changed them. */
      interfaces: Type.Optional(listOf(serverInterface)),
      /** Where the guest finds its devices, if metadata show that. */
      deviceAddresses: Type.Optional(listOf(deviceAddress)),
      /** The machine type that the hypervisor chose, if the action created the guest anew and its image names none. */
      machineType: Type.Optional(Type.String()),
      /** The disk that was attached, with its connection. */
      disk: Type.Optional(
        Type.Object({
          device: Type.String(),
          /** Its new attachment, if the host replaced that. */
          attachmentId: Type.Optional(Type.String()),
          connectionInfo: Type.Unsafe<Readonly<Record<string, unknown>>>(Type.Object({})),
        }),
      ),
    }),
    { since: '1.0', timeoutMs: operationTimeoutMs },
  ),
  /** Powers a guest off that the host is waiting for to shut down for a soft reboot; otherwise does nothing. */
  cutSoftReboot: cast(Type.Object(aServer), { since: '1.9' }),
  /** Freezes the file systems of a guest by its agent, until `thawServer`. */
  freezeServer: call(Type.Object(aServer), nothing, { since: '1.9', timeoutMs: quiesceTimeoutMs }),
  /** Thaws them, once earlier work on the server is done. */
  thawServer: call(Type.Object(aServer), nothing, { since: '1.9', timeoutMs: quiesceTimeoutMs }),
  /** A host's part of a server's move. */
  moveServer: call(Type.Object({ ...aServer, move: movePart }), moved, {
    since: '1.4',
    timeoutMs: operationTimeoutMs,
  }),
  /** Aborts a live migration; does nothing when none is running. */
  abortLiveMigration: call(Type.Object(aServer), nothing, { since: '1.6' }),
  /** Forces a live migration to complete, which may pause the guest. */
  forceLiveMigration: call(Type.Object(aServer), nothing, { since: '1.6' }),
  /** The disks kept on this host for a server, with their sizes in bytes. The first call copies the root disk to know its size. */
  disksAside: call(
    Type.Object(aServer),
    Type.Object({ disks: listOf(Type.Object({ name: Type.String(), bytes: Type.Integer() })) }),
    { since: '1.4', timeoutMs: operationTimeoutMs },
  ),
  /** A range of such a disk in base64; absent when it is all zeroes. */
  readDiskAside: call(
    Type.Object({
      ...aServer,
      name: Type.String(),
      offset: Type.Integer({ minimum: 0 }),
      length: Type.Integer({ minimum: 1, maximum: 4_194_304 }),
    }),
    Type.Object({ piece: Type.Optional(Type.String()) }),
    { since: '1.4' },
  ),
  consoleOutput: call(
    Type.Object({ ...aServer, maxBytes: Type.Integer({ minimum: 0 }) }),
    Type.Object({ output: Type.String() }),
    { since: '1.0' },
  ),
  vncConsole: call(
    Type.Object(aServer),
    Type.Object({
      console: Type.Optional(Type.Object({ host: Type.String(), port: Type.Integer() })),
    }),
    { since: '1.0' },
  ),
  serialConsole: call(
    Type.Object(aServer),
    Type.Object({
      console: Type.Optional(Type.Object({ host: Type.String(), port: Type.Integer() })),
    }),
    { since: '1.5' },
  ),
  spiceConsole: call(
    Type.Object(aServer),
    Type.Object({
      console: Type.Optional(
        Type.Object({ host: Type.String(), port: Type.Integer(), tlsPort: Type.Optional(Type.Integer()) }),
      ),
    }),
    { since: '1.7' },
  ),
  /** The guest's statistics since its start; only the power state when it is off. */
  diagnostics: call(
    Type.Object(aServer),
    Type.Object({ powerState: Type.Integer(), diagnostics: Type.Optional(diagnostics) }),
    { since: '1.4' },
  ),
  hostUptime: call(Type.Object({}), Type.Object({ uptime: Type.String() }), { since: '1.1' }),
  /** Everything on the host that belongs to servers, no matter who created it; for the audit. */
  hostContents: call(
    Type.Object({}),
    Type.Object({
      domains: listOf(idOf<ServerId>()),
      /** Servers with files on this host. */
      directories: listOf(idOf<ServerId>()),
    }),
    { since: '1.2' },
  ),
  /**
   * Requests a report soon. The reply to the report names the servers that do not belong to the host any more; the host then
   * removes what it has of them.
   */
  reportSoon: cast(Type.Object({}), { since: '1.8' }),
  /**
   * Has the host cache images, one after the other; returns the ids of those it has now and of those it could not get. APIs of
   * earlier versions cast this.
   */
  cacheImages: call(
    Type.Object({ images: listOf(imageToCache) }),
    Type.Object({ cached: listOf(Type.String()), failed: listOf(Type.String()) }),
    { since: '1.9', timeoutMs: operationTimeoutMs },
  ),
  /** External events about servers on this host: a port is active, a volume was extended. */
  externalEvents: cast(
    Type.Object({
      events: listOf(
        Type.Object({
          name: Type.String(),
          serverId: idOf<ServerId>(),
          status: Type.String(),
          tag: Type.Optional(Type.String()),
        }),
      ),
    }),
    { since: '1.0' },
  ),
})

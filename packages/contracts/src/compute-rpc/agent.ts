import type { ServerId } from '@nimbo/kernel/ids'
import { call, cast, defineRpc } from '@nimbo/rpc/define-rpc'
import { Type } from 'typebox'
import { diagnostics } from './diagnostics.ts'
import { moved, movePart } from './move.ts'
import { operation } from './operation.ts'
import { idOf, listOf, nothing } from './schemas.ts'
import { serverInterface } from './server-interface.ts'

const aServer = { serverId: idOf<ServerId>() }

/** Longer than a guest takes to shut down, or a large disk to be copied and uploaded; a host that is gone is noticed before. */
const operationTimeoutMs = 3_300_000

/** What a compute host is asked to do; the server of the topic is the host's name. Everything bears repeating. */
export const agentRpc = defineRpc('compute', {
  /** Line 21 of the boot flow. The host answers by `buildFinished` or `buildFailed`; asked again meanwhile, it goes on. */
  buildServer: cast(Type.Object(aServer), { since: '1.0' }),
  /** Breaks off a build if one goes on, ends the domain and removes all files. Nothing there is a success. */
  terminateServer: call(Type.Object(aServer), nothing, { since: '1.0', timeoutMs: operationTimeoutMs }),
  operateServer: call(
    Type.Object({ ...aServer, operation }),
    Type.Object({
      powerState: Type.Integer(),
      /** All interfaces as they are now, where the operation changed them. */
      interfaces: Type.Optional(listOf(serverInterface)),
      /** The disk that was attached: where, and how it is reached. */
      disk: Type.Optional(
        Type.Object({
          device: Type.String(),
          connectionInfo: Type.Unsafe<Readonly<Record<string, unknown>>>(Type.Object({})),
        }),
      ),
    }),
    { since: '1.0', timeoutMs: operationTimeoutMs },
  ),
  /** A part of the move of a server, on one of its hosts. */
  moveServer: call(Type.Object({ ...aServer, move: movePart }), moved, {
    since: '1.4',
    timeoutMs: operationTimeoutMs,
  }),
  /** Breaks off what takes a guest to another host; when it has gone, or nothing takes it, nothing happens. */
  abortLiveMigration: call(Type.Object(aServer), nothing, { since: '1.6' }),
  /** Has a guest that is on its way leave now, though it must wait for that. */
  forceLiveMigration: call(Type.Object(aServer), nothing, { since: '1.6' }),
  /** The disks of a server that this host has set aside, and their sizes in bytes. */
  disksAside: call(
    Type.Object(aServer),
    Type.Object({ disks: listOf(Type.Object({ name: Type.String(), bytes: Type.Integer() })) }),
    { since: '1.4' },
  ),
  /** A piece of one of them, in base64; absent where it is all zeroes. */
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
  /** What the guest did since it was started; only the power state where it does not run. */
  diagnostics: call(
    Type.Object(aServer),
    Type.Object({ powerState: Type.Integer(), diagnostics: Type.Optional(diagnostics) }),
    { since: '1.4' },
  ),
  hostUptime: call(Type.Object({}), Type.Object({ uptime: Type.String() }), { since: '1.1' }),
  /** All the host has of servers, whoever made it: for the audit. */
  hostContents: call(
    Type.Object({}),
    Type.Object({
      domains: listOf(idOf<ServerId>()),
      /** Servers of which there are files here. */
      directories: listOf(idOf<ServerId>()),
    }),
    { since: '1.2' },
  ),
  /** Has the host fetch images before servers need them. */
  cacheImages: cast(
    Type.Object({
      images: listOf(
        Type.Object({
          id: Type.String(),
          diskFormat: Type.Union([Type.String(), Type.Null()]),
          hashAlgo: Type.Union([Type.String(), Type.Null()]),
          hashValue: Type.Union([Type.String(), Type.Null()]),
        }),
      ),
    }),
    { since: '1.3' },
  ),
  /** What other services told of servers here: a port is up, a volume has grown. */
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

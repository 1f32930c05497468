import { typedParams } from './typed-params.ts'
import { type DomainRef, domainRef, type SecretRef, secretRef } from './wire-types.ts'
import {
  bytes,
  charArray,
  hyper,
  int,
  list,
  nothing,
  optional,
  string,
  struct,
  uhyper,
  uint,
  uuid,
  type Xdr,
} from './xdr.ts'

/** The number of the program of procedures for QEMU alone. */
export const qemuProgram = 0x20008087

/** A procedure of libvirt's remote protocol: its number and the types of arguments and result. */
export interface Procedure<Arguments, Result> {
  readonly number: number
  /** Left out for the program of all hypervisors. */
  readonly program?: number
  readonly arguments: Xdr<Arguments>
  readonly result: Xdr<Result>
}

const procedure = <A, R>(number: number, args: Xdr<A>, result: Xdr<R>): Procedure<A, R> => ({
  number,
  arguments: args,
  result,
})

const onDomain = struct<{ domain: DomainRef }>({ domain: domainRef })
const onDomainWithFlags = struct<{ domain: DomainRef; flags: number }>({ domain: domainRef, flags: uint })
const oneDomain = struct<{ domain: DomainRef }>({ domain: domainRef })
const oneXml = struct<{ xml: string }>({ xml: string })
const onDisk = struct<{ domain: DomainRef; disk: string; flags: number }>({
  domain: domainRef,
  disk: string,
  flags: uint,
})
const deviceChange = struct({ domain: domainRef, xml: string, flags: uint })

const onFileSystems = struct<{ domain: DomainRef; mountPoints: readonly string[]; flags: number }>({
  domain: domainRef,
  mountPoints: list(string),
  flags: uint,
})
const someFileSystems = struct<{ fileSystems: number }>({ fileSystems: int })

const onSecret = struct<{ secret: SecretRef }>({ secret: secretRef })

/** The procedures this client uses. Numbers and types are libvirt's wire protocol and never change. */
export const procedures = {
  secretDefineXml: procedure(142, struct({ xml: string, flags: uint }), onSecret),
  secretSetValue: procedure(144, struct({ secret: secretRef, value: bytes, flags: uint }), nothing),
  secretUndefine: procedure(146, onSecret, nothing),
  connectOpen: procedure(1, struct({ uri: optional(string), flags: uint }), nothing),
  connectClose: procedure(2, nothing, nothing),
  connectGetVersion: procedure(4, nothing, struct({ version: uhyper })),
  nodeGetInfo: procedure(
    6,
    nothing,
    struct({
      model: charArray(32),
      memoryKib: uhyper,
      cpus: int,
      mhz: int,
      nodes: int,
      sockets: int,
      cores: int,
      threads: int,
    }),
  ),
  connectGetCapabilities: procedure(7, nothing, oneXml),
  domainGetXmlDesc: procedure(14, onDomainWithFlags, oneXml),
  /** Memory in KiB, CPU time in nanoseconds. */
  domainGetInfo: procedure(
    16,
    onDomain,
    struct({ state: uint, maxMemory: uhyper, memory: uhyper, vcpus: uint, cpuTime: uhyper }),
  ),
  /** For `count` CPUs; a `mapLength` of 0 omits the affinity map. */
  domainGetVcpus: procedure(
    20,
    struct({ domain: domainRef, count: int, mapLength: int }),
    struct({ cpus: list(struct({ number: uint, state: int, timeNs: uhyper, cpu: int })), maps: string }),
  ),
  nodeDeviceGetXmlDesc: procedure(114, struct({ name: string, flags: uint }), oneXml),
  nodeDeviceCreateXml: procedure(123, struct({ xml: string, flags: uint }), struct({ name: string })),
  nodeDeviceDestroy: procedure(124, struct({ name: string }), nothing),
  domainLookupByName: procedure(23, struct({ name: string }), oneDomain),
  domainLookupByUuid: procedure(24, struct({ uuid }), oneDomain),
  domainReboot: procedure(27, onDomainWithFlags, nothing),
  domainResume: procedure(28, onDomain, nothing),
  domainSuspend: procedure(34, onDomain, nothing),
  connectGetHostname: procedure(59, nothing, struct({ hostname: string })),
  connectSupportsFeature: procedure(60, struct({ feature: int }), struct({ supported: int })),
  domainBlockStats: procedure(
    64,
    struct({ domain: domainRef, path: string }),
    struct({ readRequests: hyper, readBytes: hyper, writeRequests: hyper, writeBytes: hyper, errors: hyper }),
  ),
  domainInterfaceStats: procedure(
    65,
    struct({ domain: domainRef, device: string }),
    struct({
      ...{ rxBytes: hyper, rxPackets: hyper, rxErrors: hyper, rxDrops: hyper },
      ...{ txBytes: hyper, txPackets: hyper, txErrors: hyper, txDrops: hyper },
    }),
  ),
  authList: procedure(66, nothing, struct({ types: list(int) })),
  connectGetLibVersion: procedure(157, nothing, struct({ version: uhyper })),
  /** Aborts the domain's current job, such as a migration. */
  domainAbortJob: procedure(164, onDomain, nothing),
  /** Milliseconds. */
  domainMigrateSetMaxDowntime: procedure(
    166,
    struct({ domain: domainRef, downtimeMs: uhyper, flags: uint }),
    nothing,
  ),
  domainAttachDeviceFlags: procedure(160, deviceChange, nothing),
  domainDetachDeviceFlags: procedure(161, deviceChange, nothing),
  /** Saves the domain's memory and stops it; its next start resumes. */
  domainManagedSave: procedure(182, onDomainWithFlags, nothing),
  domainHasManagedSaveImage: procedure(183, onDomainWithFlags, struct({ result: int })),
  domainGetBlockInfo: procedure(
    194,
    struct({ domain: domainRef, path: string, flags: uint }),
    struct({ allocation: uhyper, capacity: uhyper, physical: uhyper }),
  ),
  domainCreateWithFlags: procedure(196, onDomainWithFlags, oneDomain),
  /** Opens a stream. */
  domainOpenConsole: procedure(
    201,
    struct({ domain: domainRef, device: optional(string), flags: uint }),
    nothing,
  ),
  domainInjectNmi: procedure(210, onDomainWithFlags, nothing),
  /** Opens a stream with the picture; the result is its media type. */
  domainScreenshot: procedure(
    211,
    struct({ domain: domainRef, screen: uint, flags: uint }),
    struct({ mediaType: optional(string) }),
  ),
  domainGetState: procedure(212, onDomainWithFlags, struct({ state: int, reason: int })),
  /** Nanoseconds since the host booted, of one CPU or of all (-1). For a `count` of 0 only the number of figures. */
  nodeGetCpuStats: procedure(
    227,
    struct({ cpu: int, count: int, flags: uint }),
    struct({ figures: list(struct({ field: string, value: uhyper })), count: int }),
  ),
  domainUndefineFlags: procedure(231, onDomainWithFlags, nothing),
  domainDestroyFlags: procedure(234, onDomainWithFlags, nothing),
  domainReset: procedure(245, onDomainWithFlags, nothing),
  domainBlockResize: procedure(
    251,
    struct({ domain: domainRef, disk: string, size: uhyper, flags: uint }),
    nothing,
  ),
  /** Sends a command to the QEMU monitor of a domain, as JSON. libvirt notes in its log that it was done. */
  qemuMonitorCommand: {
    ...procedure(1, struct({ domain: domainRef, command: string, flags: uint }), struct({ result: string })),
    program: qemuProgram,
  },
  domainBlockJobAbort: procedure(237, onDisk, nothing),
  domainGetBlockJobInfo: procedure(
    238,
    onDisk,
    struct({ found: int, type: int, bandwidth: uhyper, done: uhyper, whole: uhyper }),
  ),
  domainShutdownFlags: procedure(258, onDomainWithFlags, nothing),
  connectListAllDomains: procedure(
    273,
    struct({ needResults: int, flags: uint }),
    struct({ domains: list(domainRef), count: uint }),
  ),
  connectListAllNodeDevices: procedure(
    285,
    struct({ needResults: int, flags: uint }),
    struct({ devices: list(struct({ name: string })), count: uint }),
  ),
  domainGetJobStats: procedure(298, onDomainWithFlags, struct({ type: int, params: typedParams })),
  /** Migrates a domain to `destinationUri`, which this libvirtd contacts; resolves when it has left. */
  domainMigratePerform3Params: procedure(
    305,
    struct({
      domain: domainRef,
      destinationUri: optional(string),
      params: typedParams,
      cookie: string,
      flags: uint,
    }),
    struct({ cookie: string }),
  ),
  eventCallbackRegisterAny: procedure(
    316,
    struct({ eventId: int, domain: optional(domainRef) }),
    struct({ callbackId: int }),
  ),
  eventCallbackDeregisterAny: procedure(317, struct({ callbackId: int }), nothing),
  /** Through the guest agent. Without mount points all file systems are meant; the result is their number. */
  domainFsFreeze: procedure(335, onFileSystems, someFileSystems),
  domainFsThaw: procedure(336, onFileSystems, someFileSystems),
  /** Through the guest agent. */
  domainSetUserPassword: procedure(
    357,
    struct({ domain: domainRef, user: optional(string), password: optional(string), flags: uint }),
    nothing,
  ),
  connectGetDomainCapabilities: procedure(
    342,
    struct({
      emulator: optional(string),
      arch: optional(string),
      machine: optional(string),
      virtType: optional(string),
      flags: uint,
    }),
    oneXml,
  ),
  /** This client passes no typed `parameters`. */
  domainBlockCopy: procedure(
    345,
    struct({ domain: domainRef, disk: string, destination: string, parameters: list(int), flags: uint }),
    nothing,
  ),
  domainMigrateStartPostCopy: procedure(364, onDomainWithFlags, nothing),
  domainDefineXmlFlags: procedure(350, struct({ xml: string, flags: uint }), oneDomain),
} as const

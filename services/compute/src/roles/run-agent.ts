import { join } from 'node:path'
import type { Bus, Subscription } from '@nimbo/bus/bus'
import { agentRpc } from '@nimbo/contracts/compute-rpc/agent'
import { hostConductorRpc } from '@nimbo/contracts/compute-rpc/host-conductor'
import { imageConverter } from '@nimbo/image-conversion/image-converter'
import type { NetworkCells } from '@nimbo/contracts/compute-rpc/numa'
import type { Clock } from '@nimbo/kernel/clock'
import { type Context, internalContext } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import type { Log } from '@nimbo/kernel/log'
import { slots } from '@nimbo/kernel/slots'
import { rpcClient } from '@nimbo/rpc/rpc-client'
import { serveRpc } from '@nimbo/rpc/serve-rpc'
import type { SpanSink } from '@nimbo/trace/span'
import { tracer } from '@nimbo/trace/tracer'
import type { AgentPeers, AgentSelf, AgentStore } from '../agent/agent-context.ts'
import { agentHandlers } from '../agent/agent-handlers.ts'
import { buildServer } from '../agent/builds/build-server.ts'
import { builds } from '../agent/builds/builds.ts'
import { lifecycleEvents } from '../agent/host/lifecycle-events.ts'
import { removeOrphans } from '../agent/host/remove-orphans.ts'
import { reportHost } from '../agent/host/report-host.ts'
import { reportUsage } from '../agent/host/report-usage.ts'
import { resourceTracker } from '../agent/host/resource-tracker.ts'
import { resumeGuest } from '../agent/host/resume-guest.ts'
import { resumeServers } from '../agent/host/resume-servers.ts'
import { syncPower } from '../agent/host/sync-power.ts'
import { traitsOfFiles } from '../agent/host/traits-of-files.ts'
import { takeBackClaims } from '../agent/host/take-back-claims.ts'
import { tellUnreachable } from '../agent/host/tell-unreachable.ts'
import type { ImageCache } from '../agent/images/image-cache.ts'
import { inSnapshotFormat } from '../agent/images/snapshot-format.ts'
import { thawLeft } from '../agent/operations/thaw-left.ts'
import { neededImages } from '../agent/images/needed-images.ts'
import type { NeededImages } from '../agent/images/remove-unused-images.ts'
import { hostMonitors } from '../agent/monitors/host-monitors.ts'
import { portEvents } from '../agent/networks/port-events.ts'
import { unplugStrays } from '../agent/networks/unplug-strays.ts'
import { hostDevices } from '../agent/pci/host-devices.ts'
import { hostProviders } from '../agent/pci/host-providers.ts'
import type { EnabledMdevType } from '../domain/pci/mdev-offers.ts'
import { offersDevices } from '../agent/pci/offers-devices.ts'
import { tellDevices } from '../agent/pci/tell-devices.ts'
import { pluggedDevices } from '../agent/plugged-devices.ts'
import { retryingConductor } from '../agent/retrying-conductor.ts'
import { serverDirectories } from '../agent/server-directory.ts'
import { serverTurns } from '../agent/server-turns.ts'
import { softReboots } from '../agent/operations/soft-reboots.ts'
import { connectorOf } from '../resources/connector.ts'
import { tellVolumeUsage } from '../agent/volumes/tell-volume-usage.ts'
import type { NovaConfig } from '../config.ts'
import { type ProviderConfigs, providerConfigs } from '../domain/hosts/provider-configs.ts'
import { readDeviceSpecs } from '../domain/pci/device-specs.ts'
import type { Hypervisor, LifecycleEvent } from '../driver/hypervisor.ts'
import { vendorData } from '../resources/vendor-data.ts'
import { reportRegularly } from '../tasks/report-regularly.ts'
import type { ServiceClients } from './open-clients.ts'

export interface AgentRole {
  readonly host: string
  readonly hypervisor: Hypervisor
  readonly clients: ServiceClients
  /** The agent's own directory. */
  readonly directory: string
  /** Shared by the agents of one machine. */
  readonly images: ImageCache
  readonly config: NovaConfig
  /** The types of mediated devices to offer; none by default. */
  readonly mdevTypes?: readonly EnabledMdevType[]
  /** The NUMA cells that networks are at; none by default. */
  readonly networkCells?: NetworkCells | undefined
  /** What the operator's files add to resource providers; nothing by default. */
  readonly providerConfigs?: ProviderConfigs
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  readonly spans: SpanSink
}

export interface RunningAgent {
  /** Connects to the hypervisor, reports the host, and resumes unfinished work. */
  start(): Promise<void>
  idle(): Promise<void>
  stop(): Promise<void>
  /** The cached images that the servers of the agent need. */
  neededImages(): Promise<NeededImages>
}

/** Messages handled concurrently: builds queue here, and must not block other messages. */
const concurrency = 1_000
/** Milliseconds during which changes of usage and other reasons for a report are collected into one report. */
const reportDelayMs = 1_000

type Parts = AgentSelf & AgentPeers & AgentStore & { readonly providerConfigs: ProviderConfigs }

/** The agent, its peers, and its store. */
const partsOf = (role: AgentRole, stopped: AbortSignal): Parts => {
  const { host, config, clock } = role
  const self: AgentSelf = {
    host,
    hypervisor: role.hypervisor,
    connector: connectorOf(host, config.DEFAULT.my_ip),
    options: config.DEFAULT,
    domain: config.api.dhcp_domain,
    skippedVersions: config.api.config_drive_skip_versions.split(' '),
    vendorData: vendorData(config.api, role.log),
    overlaysImages: config.DEFAULT.use_cow_images || config.libvirt.images_type === 'qcow2',
    crossZones: config.cinder.cross_az_attach,
    clock,
    log: role.log,
    tracer: tracer('nova-compute', role.spans),
  }
  const asked = rpcClient(role.bus, hostConductorRpc).on()
  const conductor = retryingConductor(asked, { clock, log: role.log, stopped })
  const peers: AgentPeers = { ...role.clients, conductor }
  const devices = hostDevices()
  const configs = role.providerConfigs ?? providerConfigs([])
  const store: AgentStore = {
    tellDevices: tellDevices({ host, devices, conductor }),
    hostProviders: hostProviders({
      ...{ devices, configs, providers: role.clients.providers, placement: role.clients.placement },
      reportsPci: config.pci.report_in_placement,
    }),
    tracker: resourceTracker(devices),
    devices,
    events: portEvents(clock),
    images: role.images,
    directories: serverDirectories(join(role.directory, host)),
    plugged: pluggedDevices(join(role.directory, host)),
    turns: serverTurns(),
    softReboots: softReboots(role.hypervisor),
    snapshotTurns: slots(config.DEFAULT.max_concurrent_snapshots),
    inSnapshotFormat: inSnapshotFormat({
      converter: imageConverter({ log: role.log }),
      wanted: config.libvirt.snapshot_image_format,
    }),
  }
  return { ...self, ...peers, ...store, providerConfigs: configs }
}

/** Collects the calls of `soon` within the delay into one call of `run`. */
const gathered = (clock: Clock, delayMs: number, run: () => void) => {
  let cancelSoon: (() => void) | undefined
  return {
    soon: (): void => {
      cancelSoon ??= clock.after(delayMs, () => {
        cancelSoon = undefined
        run()
      })
    },
    cancel: (): void => cancelSoon?.(),
  }
}

/** Assembles the compute agent of one host. */
export const runAgent = (role: AgentRole): RunningAgent => {
  const { host, hypervisor, config, bus, clock, log } = role
  const stopping = new AbortController()
  const others = rpcClient(bus, agentRpc)
  const conductors = rpcClient(bus, hostConductorRpc)
  const deps = partsOf(role, stopping.signal)
  const going = builds({ self: deps, conductor: deps.conductor, buildServer: buildServer(deps) })
  const specs = readDeviceSpecs(config.pci.device_spec)
  const offerDevices = offersDevices({
    specs,
    mdevTypes: role.mdevTypes ?? [],
    hypervisor,
    devices: deps.devices,
  })
  const orphans = removeOrphans({ ...deps, builds: going })
  const unreachable = tellUnreachable(deps)
  const report = reportHost({
    ...deps,
    offerDevices,
    numa: { ...config.compute, ...config.DEFAULT },
    networkCells: role.networkCells,
    traitsOfFiles: traitsOfFiles(join(role.directory, host)),
    refreshMs: config.compute.resource_provider_association_refresh * 1000,
    removeOrphans: orphans.remove,
    monitors: hostMonitors(deps),
  })
  const everyMs = config.DEFAULT.report_interval * 1000
  const reporter = reportRegularly({ name: `report-${host}`, everyMs, clock, log, report })
  const syncMs = config.DEFAULT.sync_power_state_interval * 1000
  const sync = reportRegularly({
    name: `sync-power-${host}`,
    everyMs: syncMs,
    clock,
    log,
    report: syncPower(deps),
  })
  const volumeUsage = reportRegularly({
    name: `volume-usage-${host}`,
    everyMs: config.DEFAULT.volume_usage_poll_interval * 1000,
    clock,
    log,
    report: tellVolumeUsage(deps),
  })
  // Conductors of earlier versions cannot be told.
  const tellsVolumeUsage = config.DEFAULT.volume_usage_poll_interval > 0 && conductors.supports('volumesUsed')
  const reporting = gathered(clock, reportDelayMs, () => reporter.wake())
  const tellUsage = reportUsage(deps)
  const usage = gathered(clock, reportDelayMs, () => {
    tellUsage(internalContext()).catch((error: unknown) =>
      log.warn({ host, error }, 'the usage of a host was not reported'),
    )
  })
  // A host with devices needs complete reports, because what it offers to placement changes with the use of the
  // devices. So do conductors of earlier versions, which do not know `usageChanged`.
  const tellsUsage = (): boolean => deps.devices.nodes().length === 0 && conductors.supports('usageChanged')
  const resumeBuild = (at: Context, serverId: ServerId): void => {
    going
      .build(at, serverId)
      .catch((error: unknown) => log.error({ serverId, error }, 'a build could not be resumed'))
  }
  let subscription: Subscription | undefined

  return {
    start: async () => {
      const ctx = internalContext()
      const heed = config.workarounds.handle_virt_lifecycle_events
      const onEvent = (event: LifecycleEvent) => heed && lifecycleEvents(deps)(internalContext(), event)
      // The process may end if its hypervisor is away: the conductor is to know why before.
      await hypervisor.host.open(onEvent, unreachable.tell).finally(unreachable.told)
      await report(ctx)
      const servers = await takeBackClaims(deps)(ctx)
      const handlers = agentHandlers({
        ...deps,
        builds: going,
        otherHost: others.on,
        reportSoon: reporting.soon,
        usageChanged: () => (tellsUsage() ? usage.soon() : reporting.soon()),
        isUpAgain: orphans.lookSoon,
      })
      subscription = await serveRpc(bus, agentRpc, { server: host, log, concurrency }, handlers)
      const resuming = {
        ...{ resumeBuild, thawLeft: thawLeft(deps) },
        ...{ unplugStrays: unplugStrays(deps), resumeGuest: resumeGuest(deps) },
      }
      await resumeServers({ ...deps, ...resuming })(ctx, servers)
      if (deps.devices.nodes().length > 0) await report(ctx)
      reporter.start()
      sync.start()
      if (tellsVolumeUsage) volumeUsage.start()
    },
    idle: () => going.idle(),
    neededImages: () => neededImages(deps)(internalContext()),
    stop: async () => {
      reporting.cancel()
      usage.cancel()
      stopping.abort()
      await going.stop()
      await reporter.stop()
      await sync.stop()
      await volumeUsage.stop()
      await subscription?.close()
      await hypervisor.host.close()
    },
  }
}

import { imageClient, imageUploads } from '@nimbo/clients/image'
import { keyManagerClient } from '@nimbo/clients/key-manager'
import { serviceClient } from '@nimbo/clients/service-client'
import { asService, serviceTokens } from '@nimbo/clients/service-tokens'
import { imageApi } from '@nimbo/contracts/image/api'
import { keyManagerApi } from '@nimbo/contracts/key-manager/api'
import { volumeHostRpc } from '@nimbo/contracts/volume/volume-host'
import { volumeSchedulerRpc } from '@nimbo/contracts/volume/volume-scheduler'
import { reverter } from '@nimbo/kernel/reverter'
import { rpcClient } from '@nimbo/rpc/rpc-client'
import { serveRpc } from '@nimbo/rpc/serve-rpc'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { tracer } from '@nimbo/trace/tracer'
import { takingTurns } from '../agent/taking-turns.ts'
import { type VolumeHostDeps, volumeHostHandlers } from '../agent/volume-host-handlers.ts'
import { type CinderConfig, hostOf } from '../config.ts'
import type { VolumeBackend } from '../driver/volume-backend.ts'
import type { VolumeDrivers } from '../driver/volume-drivers.ts'
import { rpcSpans } from '@nimbo/service/rpc-spans'
import { announceHost } from '../tasks/announce-host.ts'
import { reportHost } from '../tasks/report-host.ts'

/** The volume host has no database; the scheduler writes for it. */
type VolumeHost = Omit<ServiceHost, 'openDatabase'>

export interface CinderVolumeOptions {
  readonly config: CinderConfig
  readonly drivers: VolumeDrivers
}

/** Starts `cinder-volume` on this host: one RPC server per back end, as `host@backend`. */
export const startCinderVolume = async (
  host: VolumeHost,
  { config, drivers }: CinderVolumeOptions,
): Promise<RunningService> => {
  await using undo = reverter()
  const neighbours = neighboursOf(host)
  const hosts: RunningBackend[] = []
  for (const backend of await drivers.volume()) {
    const running = await runBackend(host, config, backend, neighbours)
    undo.add(() => running.stop())
    hosts.push(running)
  }
  undo.keep()
  return {
    begin: async () => {
      // Announces all back ends before any of them reports its capacity, so that a volume waits for the report of the one that
      // suits it.
      await Promise.all(hosts.map((each) => each.announce()))
      // A volume created right after the start must find a host.
      await Promise.all(hosts.map((each) => each.begin()))
    },
    settled: async () => {
      await Promise.all(hosts.map((each) => each.settled()))
    },
    stop: async () => {
      await Promise.all(hosts.map((each) => each.stop()))
    },
  }
}

interface RunningBackend extends Pick<RunningService, 'begin' | 'settled' | 'stop'> {
  announce(): Promise<void>
}

const runBackend = async (
  { bus, clock, log, logThreshold, spans }: VolumeHost,
  config: CinderConfig,
  backend: VolumeBackend,
  neighbours: Pick<VolumeHostDeps, 'images' | 'keys'>,
): Promise<RunningBackend> => {
  const name = `${hostOf(config)}@${backend.name}`
  const serving = await serveRpc(
    bus,
    volumeHostRpc,
    { server: name, log, observer: rpcSpans(tracer('cinder-volume', spans)) },
    takingTurns(volumeHostHandlers({ backend, ...neighbours, logThreshold })),
  )
  const scheduler = rpcClient(bus, volumeSchedulerRpc).on()
  const reporting = reportHost({ host: name, config, backend, scheduler, clock, log })
  return {
    announce: () => announceHost({ host: name, config, scheduler, log }),
    begin: async () => {
      await backend.exports.begin?.()
      reporting.start()
      await reporting.idle()
    },
    settled: () => reporting.idle(),
    stop: async () => {
      await reporting.stop()
      await serving.close()
      await backend.exports.stop?.()
    },
  }
}

const neighboursOf = ({
  transport,
  credentials,
  clock,
}: VolumeHost): Pick<VolumeHostDeps, 'images' | 'keys'> => {
  const authenticate = asService(serviceTokens(transport, credentials('cinder'), clock))
  const image = serviceClient({ transport, api: imageApi, authenticate })
  return {
    images: { ...imageClient(image), ...imageUploads(image) },
    keys: keyManagerClient(serviceClient({ transport, api: keyManagerApi, authenticate })),
  }
}

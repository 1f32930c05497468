import { readFile } from 'node:fs/promises'
import { systemClock } from '@nimbo/kernel/clock'
import { reverter } from '@nimbo/kernel/reverter'
import { type AdminAccess, writeClientFiles } from '../client-files.ts'
import { type Cloud, startCloud } from '../cloud.ts'
import type { Drivers } from '../drivers.ts'
import { openLog } from '../logging.ts'
import { overrideFiles } from '../override-files.ts'
import { removePidFile, runningFrom, writePidFile } from '../pid-file.ts'
import { openSecrets } from '../secrets.ts'
import { settingsFrom } from '../settings.ts'
import { checkStateDirectory, openStateDirectory, type StateDirectory } from '../state-directory.ts'
import { UserError } from '../user-error.ts'
import { chooseHypervisor } from './choose-hypervisor.ts'
import { startDetached } from './detach.ts'
import { parseUpOptions, type UpOptions, upHelp } from './options.ts'
import { probePort } from './probe-port.ts'
import { type Progress, progress } from './progress.ts'
import type { Ground } from './storage-drivers.ts'

/** `nimbo up`: starts the cloud, says how to reach it, and keeps it running until it is told to stop. */
export const up = async (args: readonly string[]): Promise<number> => {
  const options = parseUpOptions(args, process.env)
  if (!options) {
    process.stdout.write(upHelp)
    return 0
  }
  await checkStateDirectory(options.stateDir)
  await refuseWhenRunning(options)
  return options.detach ? detached(args, options) : attached(options)
}

const refuseWhenRunning = async ({ stateDir }: UpOptions): Promise<void> => {
  const running = await runningFrom(`${stateDir}/nimbo.pid`)
  if (running)
    throw new UserError(`a cloud already runs on ${stateDir}, as process ${running.pid} at ${running.url}`)
}

const detached = async (args: readonly string[], options: UpOptions): Promise<number> => {
  const state = await openStateDirectory(options.stateDir)
  const ready = await startDetached(
    args.filter((word) => word !== '--detach' && word !== '--json' && word !== '--demo'),
    state,
  )
  if (ready === undefined) {
    process.stderr.write(await readFile(state.file('nimbo.err'), 'utf8'))
    return 1
  }
  if (options.json) process.stdout.write(`${ready}\n`)
  else {
    const { endpoints, pid } = JSON.parse(ready) as { endpoints: { identity: string }; pid: number }
    process.stdout.write(
      `Nimbo runs as process ${pid}; identity is at ${endpoints.identity}.\n${howToReach(state)}`,
    )
  }
  return options.demo
    ? (await import('../demo/demo.ts')).demo(state, progress(process.stdout, options.json))
    : 0
}

const attached = async (options: UpOptions): Promise<number> => {
  const show = progress(process.stdout, options.json)
  const stopping = stopSignal()
  const began = performance.now()
  const { cloud, state, access, stop } = await start(options, show)
  await writePidFile(state.file('nimbo.pid'), cloud.url)
  if (options.json) process.stdout.write(`${JSON.stringify(readyLine(cloud, access))}\n`)
  else
    show.say(
      `\nNimbo is ready at ${cloud.url} after ${((performance.now() - began) / 1000).toFixed(1)} s.\n${howToReach(state)}`,
    )
  try {
    if (options.demo) await Promise.race([(await import('../demo/demo.ts')).demo(state, show), stopping])
    await stopping
    show.say('Stopping…')
  } finally {
    await stop()
    await removePidFile(state.file('nimbo.pid'))
  }
  return 0
}

interface Started {
  readonly cloud: Cloud
  readonly state: StateDirectory
  readonly access: AdminAccess
  readonly stop: () => Promise<void>
}

const start = async (options: UpOptions, show: Progress): Promise<Started> => {
  await using undo = reverter()
  const hypervisor = await chooseHypervisor(options.hypervisor, show)
  await probePort(options.host, options.port)
  const state = await openStateDirectory(options.stateDir)
  const log = openLog({ file: state.file('nimbo.log') })
  const secrets = await openSecrets(state.file('secrets.json'))
  const databases = await state.directory('databases')
  const driven = await driversFor(hypervisor, options, { state, clock: systemClock, log }, show)
  undo.add(driven.stop)
  const cloud = await startCloud({
    host: options.host,
    port: options.port,
    clock: systemClock,
    log,
    secrets,
    drivers: driven.drivers,
    databaseUrl: (name) => `sqlite:${databases}/${name}.db`,
    directory: state.directory,
    override: overrideFiles(state.file('etc')),
    settings: settingsFrom(state.file('etc'), process.env),
    starting: show.begin,
    started: show.done,
  })
  const access: AdminAccess = {
    authUrl: `${cloud.url}/identity/v3`,
    username: 'admin',
    password: secrets.get('admin-password'),
    projectName: 'admin',
    region: cloud.region,
  }
  undo.add(() => cloud.stop())
  await writeClientFiles(state, access)
  undo.keep()
  const stop = async (): Promise<void> => {
    await cloud.stop()
    await driven.stop()
  }
  return { cloud, state, access, stop }
}

interface Driven {
  readonly drivers: Drivers
  /** Ends what was started for the drivers. */
  readonly stop: () => Promise<void>
}

const driversFor = async (
  hypervisor: 'libvirt' | 'fake',
  options: UpOptions,
  ground: Ground,
  show: Progress,
): Promise<Driven> => {
  if (hypervisor === 'fake') {
    const { fakeDrivers } = await import('./fake-drivers.ts')
    return { drivers: await fakeDrivers(ground, options.fakeHosts), stop: async () => {} }
  }
  const { libvirtDrivers, startLibvirt } = await import('./libvirt-drivers.ts')
  const before = performance.now()
  const stop = await startLibvirt(ground)
  show.done('libvirt', performance.now() - before)
  return { drivers: await libvirtDrivers(ground), stop }
}

const readyLine = (cloud: Cloud, access: AdminAccess) => ({
  endpoints: {
    identity: `${cloud.url}/identity/v3`,
    compute: `${cloud.url}/compute/v2.1`,
    image: `${cloud.url}/image`,
    network: `${cloud.url}/networking`,
    placement: `${cloud.url}/placement`,
    volume: `${cloud.url}/volume/v3`,
  },
  credentials: { ...access, userDomainName: 'Default', projectDomainName: 'Default' },
  pid: process.pid,
})

const howToReach = (state: StateDirectory): string =>
  [
    `  export OS_CLIENT_CONFIG_FILE=${state.file('clouds.yaml')} OS_CLOUD=nimbo`,
    '  openstack token issue        # or: ./nimbo token issue',
    '',
  ].join('\n')

/** Resolves at the first SIGINT or SIGTERM; a second one ends the process at once. */
const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    let asked = false
    const stop = (): void => {
      if (asked) process.exit(130)
      asked = true
      resolve()
    }
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
  })

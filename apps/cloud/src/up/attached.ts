import { systemClock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import { reverter } from '@nimbo/kernel/reverter'
import { checkDatabases } from '../check-databases.ts'
import { leaveCleanEnd, takeCleanEnd } from '../clean-end.ts'
import { type AdminAccess, writeClientFiles } from '../client-files.ts'
import { type Cloud, startCloud } from '../cloud.ts'
import type { Drivers } from '../drivers.ts'
import { goOnUnheard } from '../go-on-unheard.ts'
import { keepLastWords, reserveLastWords } from '../last-words.ts'
import { openLog } from '../logging.ts'
import { overrideFiles } from '../override-files.ts'
import { openSecrets } from '../secrets.ts'
import { settingsFrom } from '../settings.ts'
import { makeStateDirectory, markLayout, type StateDirectory } from '../state-directory.ts'
import { lockStateDirectory } from '../state-lock.ts'
import { chooseHypervisor } from './choose-hypervisor.ts'
import { howToReach, readyLine } from './how-to-reach.ts'
import type { UpOptions } from './options.ts'
import { probePort } from './probe-port.ts'
import { type Progress, progress } from './progress.ts'
import { stopSignal } from './stop-signal.ts'
import type { Ground } from './storage-drivers.ts'

/** Of the log: some hundred thousand requests. */
const rotation = { mostBytes: 32 * 1024 * 1024, kept: 4 }

/** Runs the cloud in this process until it is told to stop. */
export const attached = async (options: UpOptions): Promise<number> => {
  goOnUnheard()
  const show = progress(process.stdout, options.json)
  const stopping = stopSignal()
  const began = performance.now()
  const { cloud, state, access, stop } = await start(options, show)
  if (options.json) process.stdout.write(`${JSON.stringify(readyLine(cloud.url, access))}\n`)
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
  const state = await makeStateDirectory(options.stateDir)
  const lock = await lockStateDirectory(state)
  undo.add(lock.release)
  await markLayout(state)
  const log = openLog({ file: state.file('nimbo.log'), rotation })
  const lastWords = reserveLastWords(state.path)
  keepLastWords(log, lastWords)
  const secrets = await openSecrets(state.file('secrets.json'))
  const databases = await state.directory('databases')
  if (!(await takeCleanEnd(state))) await lookThrough(databases, log, show)
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
  await lock.servesAt(cloud.url)
  undo.keep()
  const stop = async (): Promise<void> => {
    await cloud.stop()
    await driven.stop()
    lastWords.forget()
    await leaveCleanEnd(state)
    await lock.release()
  }
  return { cloud, state, access, stop }
}

/** Says what a cloud that did not end well has lost. */
const lookThrough = async (databases: string, log: Log, show: Progress): Promise<void> => {
  show.begin('databases')
  const before = performance.now()
  const losses = await checkDatabases(databases)
  const ms = performance.now() - before
  log.info({ ms, losses: losses.length }, 'looked through the databases of a cloud that had not ended well')
  show.done('databases', ms)
  for (const loss of losses) {
    log.warn({}, loss)
    process.stderr.write(`nimbo: ${loss}\n`)
  }
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

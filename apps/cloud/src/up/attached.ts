import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { systemClock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import { reverter } from '@nimbo/kernel/reverter'
import { checkDatabases } from '../check-databases.ts'
import { leaveCleanEnd, takeCleanEnd } from '../clean-end.ts'
import { type AdminAccess, writeClientFiles } from '../client-files.ts'
import { type Cloud, startCloud } from '../cloud.ts'
import { complaintOf } from '../complaint.ts'
import type { Drivers } from '../drivers.ts'
import type { GuestListener } from '../guest-listener.ts'
import { reportOnSignal } from '../guru-meditation.ts'
import { ignoreClosedOutput } from '../ignore-closed-output.ts'
import { keepLastWords, reserveLastWords } from '../last-words.ts'
import { openLog } from '../logging.ts'
import { oneProcess } from '../one-process.ts'
import { overrideFiles } from '../override-files.ts'
import { openSecrets } from '../secrets.ts'
import { services } from '../services.ts'
import { settingsFrom } from '../settings.ts'
import { makeStateDirectory, markLayout, type StateDirectory } from '../state-directory.ts'
import { writeStatePath } from '../state-path.ts'
import { lockStateDirectory } from '../state-lock.ts'
import { namesOfServer } from '../tls/names-of-server.ts'
import { type OwnTls, ownTls } from '../tls/own-authority.ts'
import { trustOwnAuthority } from '../tls/trust-own-authority.ts'
import { type ChosenHypervisor, chooseHypervisor } from './choose-hypervisor.ts'
import { howToReach, readyLine } from './how-to-reach.ts'
import type { UpOptions } from './options.ts'
import { openPublicNetwork } from './public-network.ts'
import { probePort } from './probe-port.ts'
import { type Progress, progress } from './progress.ts'
import { stopSignal } from './stop-signal.ts'
import type { DriverDeps } from './storage-drivers.ts'
import { reportToLauncher } from './report-to-launcher.ts'

/** Rotation of the log; a file holds some hundred thousand requests. */
const rotation = { mostBytes: 32 * 1024 * 1024, kept: 4 }

const userNetworking = fileURLToPath(new URL('user-networking.conf', import.meta.url))

/** The port of heat-api-cfn, as in a cloud of many processes. */
const guestPort = 8000

/**
 * Agents start at once, or slowly on a busy machine: after this time the cloud is announced as ready before they have started.
 */
const longestBeginMs = 2_000

/** Runs the cloud in this process until it is told to stop. */
export const attached = async (options: UpOptions): Promise<number> => {
  ignoreClosedOutput()
  const show = progress(process.stdout, options.json)
  const stopping = stopSignal()
  const { state, stop } = await startOrComplain(options, show)
  try {
    if (options.demo) await Promise.race([(await import('../demo/demo.ts')).demo(state, show), stopping])
    await stopping
    show.say('Stopping…')
  } finally {
    await stop()
  }
  return 0
}

const startOrComplain = async (options: UpOptions, show: Progress): Promise<Started> => {
  const began = performance.now()
  try {
    return await start(options, show, ({ url, access, state }) => {
      const line = readyLine(url, access)
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      if (options.json) process.stdout.write(`${JSON.stringify(line)}\n`)
      else
        show.say(`\nNimbo is ready at ${url} after ${seconds} s.\n${howToReach(state, `${url}/dashboard`)}`)
      void reportToLauncher({ ready: line })
    })
  } catch (error) {
    await reportToLauncher({ complaint: complaintOf(error, process.env) })
    throw error
  }
}

/** The URL of a cloud and its admin account. */
interface Reached {
  readonly url: string
  readonly access: AdminAccess
  readonly state: StateDirectory
}

/**
 * Announces the cloud as ready once: when all its work has started (`now`), or some time after its APIs serve requests (`soon`).
 */
const saidOnce = (say: (reached: Reached) => void) => {
  let cancel = (): void => {}
  let said = false
  const now = (reached: Reached): void => {
    cancel()
    if (!said) say(reached)
    said = true
  }
  return {
    now,
    soon: (reached: Reached): void => {
      cancel = systemClock.after(longestBeginMs, () => now(reached))
    },
    never: () => cancel(),
  }
}

interface Started {
  readonly state: StateDirectory
  readonly stop: () => Promise<void>
}

const start = async (
  options: UpOptions,
  show: Progress,
  say: (reached: Reached) => void,
): Promise<Started> => {
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
  const publicNetwork = await openPublicNetwork(state, hypervisor, show)
  undo.add(publicNetwork.close)
  const tls = options.tls ? await openTls(state, options.host) : undefined
  const ready = saidOnce(say)
  undo.add(ready.never)
  const reachedAt = ({ url, region }: Pick<Cloud, 'url' | 'region'>): Reached => ({
    ...{ url, state },
    access: {
      authUrl: `${url}/identity/v3`,
      username: 'admin',
      password: secrets.get('admin-password'),
      projectName: 'admin',
      region,
      ...(tls && { cacert: tls.authorityFile }),
    },
  })
  const guests = publicNetwork.gateway
    ? { guestListener: { host: publicNetwork.gateway, port: guestPort } }
    : {}
  const settings = settingsFrom(state.file('etc'), process.env, [
    oneProcess,
    await writeStatePath(state),
    ...(hypervisor === 'qemu' ? [userNetworking] : []),
    ...(guests.guestListener ? [await tellOfDoor(state, guests.guestListener)] : []),
  ])
  reportOnSignal({ roles: ['nimbo'], services, settings, directory: state.path, log })
  const cloud = await startCloud({
    host: options.host,
    port: options.port,
    ...(tls && { tls: tls.server }),
    clock: systemClock,
    log,
    secrets,
    drivers: driven.drivers,
    databaseUrl: (name) => `sqlite:${databases}/${name}.db`,
    directory: state.directory,
    override: overrideFiles(state.file('etc')),
    ...guests,
    settings,
    starting: show.begin,
    started: show.done,
    driversReady: driven.ready,
    answering: async (place) => {
      const reached = reachedAt(place)
      await writeClientFiles(state, reached.access)
      await lock.servesAt(place.url)
      // Created before the cloud is announced as ready, since the demo connects its router to this network.
      await publicNetwork.ensureMade()
      ready.soon(reached)
    },
  })
  ready.now(reachedAt(cloud))
  undo.keep()
  const stop = async (): Promise<void> => {
    await using locked = reverter()
    locked.add(lock.release)
    {
      await using ending = reverter()
      ending.add(publicNetwork.close)
      ending.add(driven.stop)
      await cloud.stop()
    }
    lastWords.forget()
    await leaveCleanEnd(state)
  }
  return { state, stop }
}

/**
 * Writes a configuration file that makes stacks give their guests the URL of the listener for guests; an operator's own option
 * overrides it.
 */
const tellOfDoor = async (state: StateDirectory, { host, port }: GuestListener): Promise<string> => {
  const file = state.file('guest-door.conf')
  await writeFile(file, `[DEFAULT]\nheat_metadata_server_url = http://${host}:${port}\n`)
  return file
}

/** Opens TLS; this process must trust the CA, too, since the cloud calls its own URL. */
const openTls = async (state: StateDirectory, host: string): Promise<OwnTls> => {
  const tls = await ownTls(state, namesOfServer(host), systemClock.now())
  await trustOwnAuthority(state.path)
  return tls
}

/** Checks the databases after an unclean shutdown, and logs and prints which have lost changes. */
const lookThrough = async (databases: string, log: Log, show: Progress): Promise<void> => {
  show.begin('databases')
  const before = performance.now()
  const losses = await checkDatabases(databases)
  const ms = performance.now() - before
  log.info({ ms, losses: losses.length }, 'checked the databases after an unclean shutdown')
  show.done('databases', ms)
  for (const loss of losses) {
    log.warn({}, loss)
    process.stderr.write(`nimbo: ${loss}\n`)
  }
}

interface Driven {
  readonly drivers: Drivers
  /** Resolves when the drivers can be used. */
  readonly ready: Promise<unknown>
  /** Stops what was started for the drivers. */
  readonly stop: () => Promise<void>
}

const driversFor = async (
  hypervisor: ChosenHypervisor,
  options: UpOptions,
  deps: DriverDeps,
  show: Progress,
): Promise<Driven> => {
  if (hypervisor === 'fake') {
    const { fakeDrivers } = await import('./fake-drivers.ts')
    const drivers = await fakeDrivers(deps, options.fakeHosts)
    return { drivers, ready: Promise.resolve(), stop: async () => {} }
  }
  if (hypervisor === 'qemu') {
    const { qemuDrivers } = await import('./qemu-drivers.ts')
    return { drivers: await qemuDrivers(deps), ready: Promise.resolve(), stop: async () => {} }
  }
  const { libvirtDrivers, startLibvirt } = await import('./libvirt-drivers.ts')
  const before = performance.now()
  const started = startLibvirt(deps)
  const ready = started.then(() => show.done('libvirt', performance.now() - before))
  // The error is reported where the promise is awaited; this only prevents an unhandled rejection before.
  ready.catch(() => {})
  const stop = async (): Promise<void> => {
    const stopLibvirt = await started.catch(() => undefined)
    await stopLibvirt?.()
  }
  return { drivers: await libvirtDrivers(deps), ready, stop }
}

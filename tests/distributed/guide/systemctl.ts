import { spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { parseUnit, serviceOf } from './unit-file.ts'

/**
 * Replaces systemctl on the machines of the guide's test: starts units and waits until they notify that they are ready, and stops
 * them by SIGTERM. Of Debian's own services it knows those that the guide uses.
 */

const units = '/etc/systemd/system'
const withinMs = 120_000
const lookEveryMs = 50

const stateOf = (unit: string, what: 'pid' | 'notify'): string => `/run/units/${unit}.${what}`
const logOf = (unit: string): string => `/var/log/${unit}.log`

const endsWell = (program: string, ...words: readonly string[]): boolean =>
  spawnSync(program, words, { stdio: 'ignore' }).status === 0

const run = (program: string, ...words: readonly string[]): void => {
  const { status, stderr } = spawnSync(program, words, {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${stderr}`)
}

/** Waits until `done` returns true; fails at the deadline. */
const until = async (what: string, done: () => boolean): Promise<void> => {
  const deadline = Date.now() + withinMs
  while (!done()) {
    if (Date.now() > deadline) throw new Error(`${what} took longer than ${withinMs / 1000} s`)
    await pause(lookEveryMs)
  }
}

const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}`)

/** Starts a process that outlives this one; returns its id. */
const launch = (unit: string, [program = '', ...words]: readonly string[], environment = {}): number => {
  const log = openSync(logOf(unit), 'a')
  const child = spawn(program, words, {
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: process.env.PATH, HOME: '/root', LANG: 'C.UTF-8', ...environment },
  })
  closeSync(log)
  if (child.pid === undefined) throw new Error(`${unit}: there is no program ${program}`)
  child.unref()
  writeFileSync(stateOf(unit, 'pid'), String(child.pid))
  return child.pid
}

/** Starts a unit `name@instance` from its template and the drop-in files of that. */
const startUnit = async (unit: string): Promise<void> => {
  const [template, instance = ''] = unit.split('@')
  const additions = `${units}/${template}@.service.d`
  const files = [
    `${units}/${template}@.service`,
    ...(existsSync(additions) ? readdirSync(additions).map((name) => `${additions}/${name}`) : []),
  ]
  const { command, environment } = serviceOf(
    parseUnit(...files.map((file) => readFileSync(file, 'utf8'))),
    instance,
  )
  const told = stateOf(unit, 'notify')
  rmSync(told, { force: true })
  const pid = launch(unit, command, { ...environment, NOTIFY_SOCKET: told })
  const isReady = (): boolean => existsSync(told) && readFileSync(told, 'utf8').includes('READY=1')
  await until(`the start of ${unit}`, () => isReady() || !isAlive(pid))
  if (!isReady()) throw new Error(`${unit} ended: ${readFileSync(logOf(unit), 'utf8').slice(-2_000)}`)
}

const stopUnit = async (unit: string): Promise<void> => {
  const pid = existsSync(stateOf(unit, 'pid'))
    ? Number(readFileSync(stateOf(unit, 'pid'), 'utf8'))
    : undefined
  if (pid === undefined || !isAlive(pid)) return
  process.kill(pid, 'SIGTERM')
  await until(`the end of ${unit}`, () => !isAlive(pid))
}

interface PackagedService {
  start(): void | Promise<void>
  stop(): void
}

const postgresql = (action: string) => (): void => {
  const [version = ''] = readdirSync('/etc/postgresql')
  run('pg_ctlcluster', version, 'main', action)
}

/** The services of Debian's packages. */
const packaged: Readonly<Record<string, PackagedService>> = {
  postgresql: { start: postgresql('start'), stop: postgresql('stop') },
  'rabbitmq-server': {
    start: async () => {
      launch('rabbitmq-server', ['rabbitmq-server'])
      // await_startup waits for the broker within a running node, but fails until the node runs.
      await until('the start of rabbitmq-server', () => endsWell('rabbitmqctl', 'await_startup'))
    },
    stop: () => run('rabbitmqctl', 'stop'),
  },
  haproxy: {
    start: () => {
      run('mkdir', '-p', '/run/haproxy')
      run('haproxy', '-D', '-f', '/etc/haproxy/haproxy.cfg', '-p', '/run/units/haproxy.pid')
    },
    stop: () => {
      if (existsSync(stateOf('haproxy', 'pid')))
        run('kill', readFileSync(stateOf('haproxy', 'pid'), 'utf8').trim())
    },
  },
}

const start = async (unit: string): Promise<void> => {
  const service = packaged[unit]
  if (service) await service.start()
  else await startUnit(unit)
}

const stop = async (unit: string): Promise<void> => {
  const service = packaged[unit]
  if (service) service.stop()
  else await stopUnit(unit)
}

const [verb = '', ...words] = process.argv.slice(2)
const named = words.filter((word) => word !== '--now')
switch (verb) {
  case 'daemon-reload':
    break
  case 'enable':
    if (!words.includes('--now')) break
    await Promise.all(named.map(start))
    break
  case 'start':
    await Promise.all(named.map(start))
    break
  case 'stop':
    await Promise.all(named.map(stop))
    break
  case 'restart':
    for (const unit of named) {
      await stop(unit)
      await start(unit)
    }
    break
  default:
    throw new RangeError(`systemctl ${verb} is not known here`)
}

import { writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import type { OptionGroup } from '@nimbo/config/option-group'
import type { Log } from '@nimbo/kernel/log'
import type { AnyService } from '@nimbo/service/service'
import { serviceOptions } from '@nimbo/service/service-options'
import type { Settings } from './settings.ts'

/** What a process reports of itself. */
export interface Reporting {
  readonly roles: readonly string[]
  /** The services whose options it has read. */
  readonly services: readonly AnyService[]
  readonly settings: Settings
  /** Where each report becomes a file; without it, reports are written to standard error. */
  readonly directory: string | undefined
  readonly log: Log
}

const width = 72
const stderr = 2

const section = (title: string, lines: readonly string[]): string => {
  const rule = '='.repeat(width)
  const spare = width - 8 - title.length
  const centred = title.padStart(title.length + Math.floor(spare / 2)).padEnd(width - 8)
  return [rule, `====${centred}====`, rule, ...lines, ''].join('\n')
}

const mebibytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MiB`

const processLines = (roles: readonly string[]): readonly string[] => {
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const { utilization } = performance.eventLoopUtilization()
  return [
    `pid = ${process.pid}`,
    `roles = ${roles.join(', ')}`,
    `node = ${process.version}`,
    `uptime = ${Math.round(process.uptime())} s`,
    `processor time = ${((user + system) / 1e6).toFixed(1)} s`,
    `event loop = ${(utilization * 100).toFixed(1)} % busy since the start`,
    `memory = ${mebibytes(rss)}, heap ${mebibytes(heapUsed)} of ${mebibytes(heapTotal)}, buffers ${mebibytes(external)}`,
  ]
}

/** What keeps the process waiting: sockets, timers, child processes, with their numbers. */
const resourceLines = (): readonly string[] =>
  [...Map.groupBy(process.getActiveResourcesInfo(), (kind) => kind)]
    .map(([kind, all]) => `${kind}: ${all.length}`)
    .sort()

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : inspect(value, { breakLength: Number.POSITIVE_INFINITY, depth: 3 })

const optionLines = (
  { name, options }: OptionGroup,
  values: Readonly<Record<string, unknown>>,
): readonly string[] => [
  `[${name}]`,
  ...Object.entries(options).map(([option, { secret }]) => {
    const value = values[option]
    if (value === undefined) return `  ${option} =`
    return `  ${option} = ${secret ? '***' : textOf(value)}`
  }),
]

const configurationLines = (service: AnyService, settings: Settings): readonly string[] => {
  const groups = serviceOptions(service)
  const values: Readonly<Record<string, Readonly<Record<string, unknown>>>> = settings(service.name, groups)
  return groups.flatMap((group) => optionLines(group, values[group.name] ?? {}))
}

const reportOf = ({ roles, services, settings }: Reporting): string =>
  [
    section('Guru Meditation', [`Nimbo, ${new Date().toISOString()}`]),
    section('Process', processLines(roles)),
    section('Resources', resourceLines()),
    ...services.map((service) =>
      section(`Configuration of ${service.name}`, configurationLines(service, settings)),
    ),
    '',
  ].join('\n')

const keep = (report: string, { roles, directory }: Reporting): void => {
  if (directory === undefined) {
    writeSync(stderr, report)
    return
  }
  const moment = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const name = `${roles.length === 1 ? roles[0] : 'nimbo'}_gurumeditation_${moment}_${process.pid}`
  writeFileSync(join(directory, name), report, { mode: 0o600 })
}

/**
 * Has the process report its state whenever it gets SIGUSR2, as OpenStack's services do: its resources and its configuration
 * without secrets. It goes on with its work.
 */
export const reportOnSignal = (reporting: Reporting): void => {
  process.on('SIGUSR2', () => {
    try {
      keep(reportOf(reporting), reporting)
      reporting.log.info({ directory: reporting.directory }, 'reported the state of the process')
    } catch (error) {
      reporting.log.error({ error }, 'could not report the state of the process')
    }
  })
}

import cluster from 'node:cluster'
import { join } from 'node:path'
import { ConfigError } from '@nimbo/config/config-error'
import { systemClock } from '@nimbo/kernel/clock'
import { withDeadline } from '@nimbo/kernel/deadline'
import { messageOf } from '@nimbo/kernel/errors'
import type { Log } from '@nimbo/kernel/log'
import { UserError } from '@nimbo/kernel/user-error'
import { commonOptions } from '@nimbo/service/common-options'
import { gracePeriodMs } from '@nimbo/service/grace-period'
import type { CloudRole } from '../cloud-role.ts'
import { reportOnSignal } from '../guru-meditation.ts'
import { ignoreClosedOutput } from '../ignore-closed-output.ts'
import { keepLastWords } from '../last-words.ts'
import { openLog } from '../logging.ts'
import { services } from '../services.ts'
import type { Settings } from '../settings.ts'
import { processPlan } from './process-plan.ts'
import { runRoles } from './run-roles.ts'
import { parseServeArguments, serveHelp } from './serve-arguments.ts'
import { serveSettings } from './serve-settings.ts'
import { rolesVariable, supervise } from './supervise.ts'
import { feedWatchdog, notifySystemd } from './systemd-notify.ts'

/** Time for closing resources after the grace period. */
const closingMs = 10_000

/** `nimbo serve ROLE…`: runs roles until it is told to stop. The exit code is 0 when all running work was finished. */
export const serve = async (args: readonly string[]): Promise<number> => {
  const parsed = parseServeArguments(args)
  if (!parsed) {
    process.stdout.write(serveHelp())
    return 0
  }
  const mine = process.env[rolesVariable]?.split(',')
  const roles = mine ? parsed.roles.filter(({ name }) => mine.includes(name)) : parsed.roles
  const settings = readSettings(roles, parsed.places)
  const plan = processPlan(roles, settings)
  const log = openRoleLog(roles, settings)
  keepLastWords(log)
  ignoreClosedOutput()
  try {
    if (cluster.isWorker || plan.every(({ processes }) => processes === 1)) {
      reportOnSignal({
        roles: roles.map(({ name }) => name),
        services: [...new Set(roles.map(({ service }) => service))],
        directory: commonOf(roles, settings).log_dir,
        ...{ settings, log },
      })
      return await serveHere(roles, settings, log)
    }
    return await serveTogether(plan, log, graceOf(roles, settings))
  } catch (error) {
    log.error({ error }, 'a role could not start')
    process.stderr.write(`nimbo: ${messageOf(error)}\n`)
    // The IPC channel to its supervisor would keep the process alive.
    return end(1)
  }
}

const readSettings = (roles: readonly CloudRole[], places: Parameters<typeof serveSettings>[1]): Settings => {
  try {
    return serveSettings([...new Set(roles.map(({ service }) => service))], places, process.env)
  } catch (error) {
    if (error instanceof ConfigError)
      throw new UserError(`the configuration cannot be used:\n${error.message}`)
    throw error
  }
}

/** Options of the whole process are read from the configuration of its first role's service. */
const commonOf = ([first]: readonly CloudRole[], settings: Settings) => {
  if (first === undefined) throw new RangeError('a process runs at least one role')
  return settings(first.service.name, commonOptions).DEFAULT
}

const openRoleLog = (roles: readonly CloudRole[], settings: Settings): Log => {
  const names = roles.map(({ name }) => name)
  const { log_dir, debug } = commonOf(roles, settings)
  return openLog({
    ...(log_dir === undefined ? {} : { file: join(log_dir, `${names.join('+')}.log`) }),
    ...(debug ? { level: 'debug' } : {}),
    base: { pid: process.pid },
  })
}

/** Runs the roles in this process. */
const serveHere = async (roles: readonly CloudRole[], settings: Settings, log: Log): Promise<number> => {
  const asked = stopSignal(() => process.exit(130))
  const running = await Promise.race([
    runRoles(roles, { services, settings, clock: systemClock, log }),
    asked,
  ])
  // No request has been accepted yet, and started flows resume at the next start.
  if (!running) return end(0)
  process.send?.('ready')
  if (!cluster.isWorker) await notifySystemd('READY=1')
  const stopFeeding = cluster.isWorker ? () => {} : feedWatchdog()
  await asked
  stopFeeding()
  if (!cluster.isWorker) await notifySystemd('STOPPING=1')
  log.info({}, 'ending')
  try {
    await withDeadline('the end of this process', graceOf(roles, settings), running.stop())
  } catch (error) {
    log.error({ error }, 'the process ends before all running work was finished')
    return end(1)
  }
  log.info({}, 'ended')
  return end(0)
}

/** The time limit of a shutdown, in milliseconds. */
const graceOf = (roles: readonly CloudRole[], settings: Settings): number =>
  gracePeriodMs(commonOf(roles, settings)) + closingMs

/** Exits even when a driver or a library still holds handles. */
const end = (code: number): number => {
  setImmediate(() => process.exit(code))
  return code
}

/** Runs the roles in processes of their own, and restarts those that die. */
const serveTogether = async (
  plan: ReturnType<typeof processPlan>,
  log: Log,
  graceMs: number,
): Promise<number> => {
  const supervision = supervise(plan, log)
  process.on('SIGUSR2', supervision.report)
  const asked = stopSignal(() => {
    supervision.kill()
    process.exit(130)
  })
  try {
    await Promise.race([supervision.ready, asked])
    await notifySystemd('READY=1')
    const stopFeeding = feedWatchdog()
    await Promise.race([asked, supervision.failed])
    stopFeeding()
    await notifySystemd('STOPPING=1')
  } catch (error) {
    log.error({ error }, messageOf(error))
    await supervision.stop(graceMs)
    return end(1)
  }
  return end((await supervision.stop(graceMs)) ? 0 : 1)
}

/** Resolves at the first SIGINT or SIGTERM; a second one calls `again`, except in a worker, whose supervisor decides. */
const stopSignal = (again: () => void): Promise<void> =>
  new Promise((resolve) => {
    let asked = false
    const stop = (): void => {
      if (asked && !cluster.isWorker) again()
      asked = true
      resolve()
    }
    process.on('SIGTERM', stop)
    process.on('SIGINT', () => {
      if (!cluster.isWorker) stop()
    })
  })

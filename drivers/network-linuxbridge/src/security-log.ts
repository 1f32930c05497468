import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { WiredPort } from '@nimbo/network/driver/network-agent-driver'
import { shortId } from './device-names.ts'
import { securityEventsIn, type LoggedPacket } from './security-events.ts'

/** Writes the security group log for ports that have a log resource. */
export interface SecurityLog {
  /** Logs the port from now on, as its `logs` say. */
  follow(port: WiredPort): void
  forget(portShortId: string): void
  close(): void
}

interface SecurityLogOptions {
  readonly table: string
  /** Receives a line without its newline. */
  write(line: string): void
}

const restartAfterMs = 1_000

/** One line per event, naming all log resources of the project that want it. */
const linesOf = ({ id, logs = [] }: WiredPort, { event, direction, packet }: LoggedPacket): string[] => {
  const wanting = logs.filter((log) => log.event === 'ALL' || log.event === event)
  const projects = new Set(wanting.map(({ projectId }) => projectId))
  return [...projects].map((projectId) => {
    const ids = wanting.filter((log) => log.projectId === projectId).map((log) => log.id)
    return (
      `${new Date().toISOString()} action=${event} project_id=${projectId} ` +
      `log_resource_ids=[${ids.join(', ')}] vm_port=${id} direction=${direction} pkt=${packet}`
    )
  })
}

/** Runs `nft monitor trace` only while some port is logged. */
export const securityLog = ({ table, write }: SecurityLogOptions): SecurityLog => {
  const followed = new Map<string, WiredPort>()
  let child: ChildProcess | undefined
  let restart: NodeJS.Timeout | undefined

  const listen = (): void => {
    const monitor = spawn('nft', ['monitor', 'trace'], { stdio: ['ignore', 'pipe', 'ignore'] })
    child = monitor
    monitor.unref()
    const eventIn = securityEventsIn(table)
    createInterface({ input: monitor.stdout }).on('line', (line) => {
      const told = eventIn(line)
      const port = told && followed.get(told.portShortId)
      if (port) for (const each of linesOf(port, told)) write(each)
    })
    const again = (): void => {
      if (child !== monitor) return
      child = undefined
      restart = setTimeout(listenWhileNeeded, restartAfterMs).unref()
    }
    monitor.once('error', again)
    monitor.once('exit', again)
  }
  const stop = (): void => {
    clearTimeout(restart)
    restart = undefined
    const monitor = child
    child = undefined
    monitor?.kill('SIGTERM')
  }
  const listenWhileNeeded = (): void => {
    restart = undefined
    if (followed.size === 0) stop()
    else if (!child && !restart) listen()
  }
  const forget = (portShortId: string): void => {
    if (followed.delete(portShortId)) listenWhileNeeded()
  }

  return {
    follow: (port) => {
      if (!port.logs || port.logs.length === 0) return forget(shortId(port.id))
      followed.set(shortId(port.id), port)
      if (!child && !restart) listen()
    },
    forget,
    close: () => {
      followed.clear()
      stop()
    },
  }
}

import { systemClock } from '@nimbo/kernel/clock'
import { run } from '../run.ts'

const sendWithinMs = 5_000

/**
 * Notifies systemd of the service's state when its type is `notify`. Needs `NotifyAccess=all`: Node cannot send datagrams to Unix
 * sockets, so `systemd-notify` is run.
 */
export const notifySystemd = async (...states: readonly string[]): Promise<void> => {
  if (process.env.NOTIFY_SOCKET === undefined) return
  await run('systemd-notify', [...states, `MAINPID=${process.pid}`], { timeoutMs: sendWithinMs })
}

/** Sends the watchdog notifications that `WatchdogSec` requires; returns a function that stops them. */
export const feedWatchdog = (): (() => void) => {
  const intervalMs = Number(process.env.WATCHDOG_USEC ?? 0) / 2_000
  if (!(intervalMs > 0)) return () => {}
  let cancel = () => {}
  const next = (): void => {
    cancel = systemClock.after(intervalMs, () => {
      void notifySystemd('WATCHDOG=1')
      next()
    })
  }
  next()
  return () => cancel()
}

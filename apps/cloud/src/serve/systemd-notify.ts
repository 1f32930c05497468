import { systemClock } from '@nimbo/kernel/clock'
import { run } from '../run.ts'

const sendWithinMs = 5_000

/**
 * Tells systemd how the service stands, where it is one of type `notify`; with `NotifyAccess=all`, since Node cannot send
 * datagrams to Unix sockets and `systemd-notify` does it.
 */
export const notifySystemd = async (...states: readonly string[]): Promise<void> => {
  if (process.env.NOTIFY_SOCKET === undefined) return
  await run('systemd-notify', [...states, `MAINPID=${process.pid}`], { timeoutMs: sendWithinMs })
}

/** Gives systemd the signs of life that `WatchdogSec` asks for; the function returned ends that. */
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

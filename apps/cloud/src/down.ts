import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { stillRuns } from '@nimbo/kernel/running-process'
import { UserError } from '@nimbo/kernel/user-error'
import { runningOn } from './pid-file.ts'
import { defaultStateDirectory } from './state-directory.ts'

const stopWithinMs = 30_000
const lookEveryMs = 20

/** `nimbo down`: asks the cloud on a state directory to stop, and waits until its process has ended. */
export const down = async (args: readonly string[]): Promise<number> => {
  const { values } = parseArgs({ args: [...args], options: { 'state-dir': { type: 'string' } } })
  const running = await runningOn(values['state-dir'] ?? defaultStateDirectory(process.env))
  if (!running) {
    process.stdout.write('Nimbo is not running.\n')
    return 0
  }
  process.kill(running.pid, 'SIGTERM')
  const until = Date.now() + stopWithinMs
  while (await stillRuns(running)) {
    if (Date.now() > until)
      throw new UserError(`process ${running.pid} did not stop within ${stopWithinMs / 1000} s`)
    await pause(lookEveryMs)
  }
  process.stdout.write('Nimbo has stopped.\n')
  return 0
}

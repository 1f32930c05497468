import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { stillRuns } from '@nimbo/kernel/running-process'
import { UserError } from '@nimbo/kernel/user-error'
import { changedOnHost } from './changed-on-host.ts'
import { runningOn } from './pid-file.ts'
import { defaultStateDirectory } from './state-directory.ts'

const stopWithinMs = 30_000
const lookEveryMs = 20

/** `nimbo down`: asks the cloud on a state directory to stop, and waits until its process has exited. */
export const down = async (args: readonly string[]): Promise<number> => {
  const { values } = parseArgs({ args: [...args], options: { 'state-dir': { type: 'string' } } })
  const directory = values['state-dir'] ?? defaultStateDirectory(process.env)
  const running = await runningOn(directory)
  if (!running) {
    process.stdout.write('Nimbo is not running.\n')
    return 0
  }
  const changed = await changedOnHost(directory)
  process.kill(running.pid, 'SIGTERM')
  const until = Date.now() + stopWithinMs
  while (await stillRuns(running)) {
    if (Date.now() > until)
      throw new UserError(`process ${running.pid} did not stop within ${stopWithinMs / 1000} s`)
    await pause(lookEveryMs)
  }
  process.stdout.write('Nimbo has stopped.\n')
  const left = await changedOnHost(directory)
  for (const line of changed)
    process.stdout.write(
      `${left.includes(line) ? 'Still so on this host' : 'Undone on this host'}: ${line}\n`,
    )
  return 0
}

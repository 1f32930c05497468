import { type ChildProcess, execFile } from 'node:child_process'
import { type Clock, systemClock } from '@nimbo/kernel/clock'
import { endingWithParent } from '@nimbo/kernel/ending-with-parent'
import { killWhenSilent } from '@nimbo/kernel/kill-when-silent'
import { accessArgs, type CephAccess } from './ceph-access.ts'
import { errors } from './errors.ts'

/** Exit codes of Ceph's programs. */
export const cephCodes = {
  ...{ forbidden: 1, missing: 2, busy: 16, present: 17, invalid: 22, locked: 30, notEmpty: 39 },
} as const

/** Timeout of commands that only wait for the cluster's reply. */
export const quickMs = 60_000

/** For how long commands that go through all of an image may make no progress. */
export const copyMs = 3_600_000

interface Run {
  /** The program and its first arguments, for error messages. */
  readonly command: string
  readonly program: string
  readonly args: readonly string[]
  readonly timeoutMs?: number
  /** What is wrong when the program was killed because of its limit. */
  readonly late: string
}

const run = (
  { command, program, args, timeoutMs = 0, late }: Run,
  begun: (child: ChildProcess) => void = () => {},
): Promise<string> =>
  new Promise((resolve, reject) => {
    const limits = { timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: 64 * 1024 * 1024 } as const
    const child = execFile(program, args, limits, (error, stdout, stderr) => {
      if (!error) return resolve(stdout)
      if (error.killed) return reject(errors.CephAway({ command, reason: late }, { cause: error }))
      const reason =
        stderr
          .trim()
          .split(/[\r\n]/)
          .at(-1) || error.message
      reject(errors.CephFailed({ command, code: Number(error.code), reason }, { cause: error }))
    })
    begun(child)
  })

const commandOf = (name: string, args: readonly string[]): string => [name, ...args.slice(0, 2)].join(' ')

/**
 * Runs one of Ceph's programs and resolves to its output. Killed after a minute, because it would wait forever for an
 * unavailable cluster: that is `CephAway`; other failures are `CephFailed` with the exit code.
 */
export const runCeph = (access: CephAccess, name: 'rbd' | 'ceph', args: readonly string[]): Promise<string> =>
  run({
    ...{ command: commandOf(name, args), program: name, args: [...accessArgs(access), ...args] },
    ...{ timeoutMs: quickMs, late: `no answer after ${quickMs} ms` },
  })

/**
 * Runs a command of `rbd` that goes through all of an image, and so takes as long as the image is large. It prints its progress,
 * and is killed once that has stood still for `copyMs`: that is `CephAway`. It ends with this process, since its successor begins
 * such work anew.
 */
export const runThroughImage = async (
  access: CephAccess,
  args: readonly string[],
  clock: Clock = systemClock,
): Promise<void> => {
  const [program, given] = endingWithParent('KILL', 'rbd', [...accessArgs(access), ...args])
  const late = `no progress within ${copyMs} ms`
  await run({ command: commandOf('rbd', args), program, args: given, late }, (child) =>
    killWhenSilent(child, copyMs, clock),
  )
}

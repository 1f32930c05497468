import { execFile } from 'node:child_process'
import { endingWithParent } from '@nimbo/kernel/ending-with-parent'
import { accessArgs, type CephAccess } from './ceph-access.ts'
import { errors } from './errors.ts'

/** Exit codes of Ceph's programs. */
export const cephCodes = {
  ...{ forbidden: 1, missing: 2, busy: 16, present: 17, invalid: 22, locked: 30, notEmpty: 39 },
} as const

/** Timeout of commands that only wait for the cluster's reply. */
export const quickMs = 60_000

/** Timeout of commands that transfer data; these end with this process, since its successor begins such work anew. */
export const copyMs = 3_600_000

/**
 * Runs one of Ceph's programs and resolves to its output. Killed after `timeoutMs`, because it would wait forever for an
 * unavailable cluster: that is `CephAway`; other failures are `CephFailed` with the exit code.
 */
export const runCeph = (
  access: CephAccess,
  name: 'rbd' | 'ceph',
  args: readonly string[],
  timeoutMs = quickMs,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const limits = { timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: 64 * 1024 * 1024 } as const
    const words = [...accessArgs(access), ...args]
    const [program, given] = timeoutMs > quickMs ? endingWithParent('KILL', name, words) : [name, words]
    execFile(program, given, limits, (error, stdout, stderr) => {
      if (!error) return resolve(stdout)
      const command = [name, ...args.slice(0, 2)].join(' ')
      if (error.killed)
        return reject(
          errors.CephAway({ command, reason: `no answer after ${timeoutMs} ms` }, { cause: error }),
        )
      const reason = stderr.trim().split('\n').at(-1) || error.message
      reject(errors.CephFailed({ command, code: Number(error.code), reason }, { cause: error }))
    })
  })

import { execFile } from 'node:child_process'

/** Thrown when `qemu-img` is missing, fails, or does not end in time; the message is what it complained of. */
export class QemuImgFailed extends Error {
  override readonly name = 'QemuImgFailed'
}

/** Runs `qemu-img` with an argument vector, kills it after `timeoutMs`, and resolves with what it printed. */
export const runQemuImg = (args: readonly string[], timeoutMs: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const limits = { timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: 4 * 1024 * 1024 } as const
    execFile('qemu-img', args, limits, (error, stdout, stderr) => {
      if (!error) return resolve(stdout)
      const reason = error.killed ? `no end after ${timeoutMs} ms` : stderr.trim() || error.message
      reject(new QemuImgFailed(`qemu-img ${args[0]}: ${reason}`, { cause: error }))
    })
  })

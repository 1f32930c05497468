import { readFile, rm, writeFile } from 'node:fs/promises'

/** Debian runs this program to ask whether the service of a new package may be started. */
const debianPolicy = '/usr/sbin/policy-rc.d'
const refusal = '#!/bin/sh\n# Here while `nimbo test` installs packages.\nexit 101\n'
const stopSignals = ['SIGINT', 'SIGTERM'] as const

/**
 * Runs `work` while no package may start a service; a policy file of the machine itself stays in force. Our policy file is
 * removed however the work ends: signals are delayed until then, and a file that a killed process left is replaced.
 */
export const withoutStartingServices = async (
  work: () => Promise<void>,
  policy: string = debianPolicy,
): Promise<void> => {
  const present = await readFile(policy, 'utf8').catch(() => undefined)
  if (present !== undefined && present !== refusal) return work()
  let told: NodeJS.Signals | undefined
  const note = (signal: NodeJS.Signals): void => {
    told = signal
  }
  for (const signal of stopSignals) process.on(signal, note)
  try {
    await writeFile(policy, refusal, { mode: 0o755 })
    await work()
  } finally {
    await rm(policy, { force: true })
    for (const signal of stopSignals) process.off(signal, note)
    if (told !== undefined) process.kill(process.pid, told)
  }
}

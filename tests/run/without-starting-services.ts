import { readFile, rm, writeFile } from 'node:fs/promises'

/** Debian asks this program whether the service of a package may be started when it is installed. */
const debianPolicy = '/usr/sbin/policy-rc.d'
const refusal = '#!/bin/sh\n# Here while `nimbo test` installs packages.\nexit 101\n'
const stopSignals = ['SIGINT', 'SIGTERM'] as const

/**
 * Does `work` while no package may start a service; where the machine has a policy of its own, by that. The policy goes
 * again however the work ends: a signal is heeded after it, and what a killed process left is ours to remove.
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

import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { Namespaces } from './namespaces.ts'

/** By which files a dnsmasq is found again. */
export interface DnsmasqFiles {
  readonly config: string
  readonly pid: string
}

const endMs = 2_000
const lookAgainMs = 50

const textIn = async (path: string): Promise<string | undefined> => {
  try {
    return await readFile(path, 'utf8')
  } catch {
    return undefined
  }
}

/** The dnsmasq that a pid file names; undefined when that process is no more, or is another one by now. */
const processOf = async ({ pid: pidFile, config }: DnsmasqFiles): Promise<number | undefined> => {
  const pid = Number(await textIn(pidFile))
  if (!(pid > 1)) return undefined
  const commandLine = await textIn(`/proc/${pid}/cmdline`)
  return commandLine?.includes(config) ? pid : undefined
}

/** Nothing there is a success. */
export const endDnsmasq = async (files: DnsmasqFiles): Promise<void> => {
  const pid = await processOf(files)
  if (pid === undefined) return
  process.kill(pid, 'SIGTERM')
  for (let waited = 0; waited < endMs; waited += lookAgainMs) {
    if ((await processOf(files)) === undefined) return
    await wait(lookAgainMs)
  }
  process.kill(pid, 'SIGKILL')
}

/** Has a dnsmasq of this configuration run; one that does is told that other files of its have changed. */
export const ensureDnsmasq = async (
  files: DnsmasqFiles,
  config: string,
  { namespace, spaces }: { readonly namespace: string; readonly spaces: Namespaces },
): Promise<void> => {
  const unchanged = (await textIn(files.config)) === config
  const running = await processOf(files)
  if (running !== undefined && unchanged) {
    process.kill(running, 'SIGHUP')
    return
  }
  await endDnsmasq(files)
  await writeFile(files.config, config, { mode: 0o644 })
  await spaces.within(namespace, ['dnsmasq', `--conf-file=${files.config}`])
}

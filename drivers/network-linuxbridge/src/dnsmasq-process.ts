import { writeFile } from 'node:fs/promises'
import { type DaemonFiles, endDaemon, processOf, textIn } from './daemon.ts'
import type { Namespaces } from './namespaces.ts'

/**
 * Starts a dnsmasq with this configuration. If it runs already, sends SIGHUP so that it reads its other files again.
 */
export const ensureDnsmasq = async (
  files: DaemonFiles,
  config: string,
  { namespace, spaces }: { readonly namespace: string; readonly spaces: Namespaces },
): Promise<void> => {
  const unchanged = (await textIn(files.config)) === config
  const running = await processOf(files)
  if (running !== undefined && unchanged) {
    process.kill(running, 'SIGHUP')
    return
  }
  await endDaemon(files)
  await writeFile(files.config, config, { mode: 0o644 })
  await spaces.within(namespace, ['dnsmasq', `--conf-file=${files.config}`])
}
